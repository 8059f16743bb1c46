import { mountSites } from '@tideline/api/sites.ts'
import { createDemoApi } from '@tideline/api/testing/demo-api.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { readSamples, run } from '../samples/samples.ts'
import { serveApp } from '../support/serve-app.ts'

const { app, config, db, providers } = await createDemoApi({ TIDELINE_SANDBOX: 'yes' })
mountSites(app, providers, config, { portal: '/nowhere', backOffice: '/nowhere', packages: '/nowhere' })
const server = await serveApp(app)
afterAll(() => server.stop())
const samples = readSamples('docs/guides/test-data.md').filter(({ title }) => title === 'Reset a sandbox')

describe('guide "Test data"', () => {
  it.each(samples.map((sample, index) => [index + 1, sample] as const))(
    'has a sample %i that resets a sandbox',
    async (_, sample) => {
      await db.updateTable('policies').set({ insured_name: 'Changed' }).where('policy_no', '=', 'RFL3000101').execute()
      expect(await run(sample, { TIDELINE_URL: server.url })).toMatch(/Policies: \d+\n$|"policyCount": ?\d+/)
      const policy = await db
        .selectFrom('policies')
        .select('insured_name')
        .where('policy_no', '=', 'RFL3000101')
        .executeTakeFirstOrThrow()
      expect(policy.insured_name).toBe('Marina Sample')
    },
  )

  it('has samples in TypeScript, curl and the command line', () => {
    expect(samples.map(({ language }) => language)).toEqual(['ts', 'sh', 'sh'])
  })
})
