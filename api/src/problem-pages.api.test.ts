import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodes } from '@tideline/sdk/words'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import type { Env } from './http/env.ts'
import { mountSites } from './sites.ts'
import { aTestApi } from './testing/api.ts'

const { call, providers } = await aTestApi({ PUBLIC_URL: 'https://tideline.test/' })
const folder = await mkdtemp(join(tmpdir(), 'tideline-sites-'))
afterAll(() => rm(folder, { recursive: true }))
await writeFile(join(folder, 'index.html'), 'the back office')
await writeFile(join(folder, '.inputs'), 'stamp')
const repository = join(import.meta.dirname, '../..')
await cp(join(repository, 'admin-web/public/addresses.json'), join(folder, 'addresses.json'))
const site = new Hono<Env>()
mountSites(site, providers, { portal: '/nowhere', backOffice: folder })

describe('the page of a problem', () => {
  it('is where the answer says', async () => {
    for (const [path, code] of [
      ['/api/v1/nothing', 'not_found'],
      ['/api/v1/policies', 'unauthorized'],
    ] as const) {
      const { type } = await (await call('GET', path)).json()
      expect(type).toBe(`https://tideline.test/problems/${code}`)
      expect(await (await site.request(new URL(type).pathname)).text()).toContain(`<code>${code}</code>`)
    }
  })

  it.each(errorCodes.map(({ code }) => code))('%s tells cause and remedy', async (code) => {
    const answer = await site.request(`/problems/${code}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    const text = await answer.text()
    expect(text).toMatch(/<h2>Cause<\/h2><p>\S[\s\S]*<h2>Remedy<\/h2><p>\S/)
  })

  it('of a refusal shows its sentences and its calls, and writes nothing raw', async () => {
    const text = await (await site.request('/problems/quote_expired')).text()
    expect(text).toContain('<h2>Text shown</h2>')
    expect(text).toContain('<code>PUT /api/v2/endorsement/bind</code>')
    expect((await site.request('/problems/%3Cscript%3E')).status).toBe(404)
  })

  it('is found from the list of all', async () => {
    const text = await (await site.request('/problems')).text()
    expect(errorCodes.filter(({ code }) => !text.includes(`href="/problems/${code}"`))).toEqual([])
  })
})

describe('a hidden file beside an app', () => {
  it.each(['/admin/.inputs', '/admin/%2Einputs', '/admin/assets/.inputs'])('%s is not served', async (path) => {
    const answer = await site.request(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('stamp')
  })
})

describe('an address of the back office', () => {
  it.each(['/admin/', '/admin/policies', '/admin/policies/RFL3000101', '/admin/billing/payments/disputes'])(
    '%s has its page',
    async (path) => expect((await site.request(path)).status).toBe(200),
  )
  it.each(['/admin/nothing', '/admin/policies/RFL3000101/edit/more', '/admin/reviews/create'])(
    '%s has none: the page says so, and the status, too',
    async (path) => {
      const answer = await site.request(path)
      expect([answer.status, await answer.text()]).toEqual([404, 'the back office'])
    },
  )
})
