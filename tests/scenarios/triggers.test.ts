import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { triggers } from '@tideline/cli/src/scenarios/triggers.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiProcess } from '../faults/api-process.ts'
import { seedSandbox } from '../support/seed-sandbox.ts'
import { isThorough, selectCases } from '../support/thorough.ts'

const root = dirname(dirname(import.meta.dirname))
const database = await createTestDatabase()
const api = await createApiProcess(database, {
  TIDELINE_SANDBOX: 'yes',
  STRIPE_SETTLE_SECONDS: String(4 * 86_400),
  RATE_LIMIT_PER_MINUTE: '12000',
})
const folder = await mkdtemp(join(tmpdir(), 'tideline-triggers-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
let env: NodeJS.ProcessEnv = {}

beforeAll(async () => {
  await seedSandbox(database)
  env = { ...process.env, TIDELINE_URL: await api.start(), TIDELINE_TOKEN: '', XDG_CONFIG_HOME: folder }
})

const tideline = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'cli/bin/tideline.js'), ...args], { env })

describe('tideline trigger', () => {
  /**
   * Triggers that advance the clock take several times as long, and are tested only in thorough runs. API tests prove
   * that each action publishes its event.
   */
  const events = Object.entries(triggers).flatMap(([event, how]) =>
    typeof how !== 'string' && (isThorough || how.steps.every(({ day }) => day === undefined)) ? [event] : [],
  )

  test.each(selectCases(events, 8))('publishes %s in a sandbox and prints it', async (event) => {
    const { stdout } = await tideline('trigger', event, '--output', 'jsonl')
    const [published] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(published).toMatchObject({ type: event, id: expect.stringMatching(/^evt_/) })
  })

  test('lists all event types of the contract, with instructions for those without a trigger', async () => {
    const rows = JSON.parse((await tideline('trigger', '--list', '--output', 'json')).stdout)
    expect(rows).toHaveLength(Object.keys(triggers).length)
    expect(rows).toContainEqual({ event: 'payment.paid', how: 'tideline trigger payment.paid' })
    await expect(tideline('trigger', 'policy.signed')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Sign a policy as its agent and as its policyholder'),
    })
  })
})
