import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { scenarioDefinitions } from '@tideline/cli/src/scenarios/definitions/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiProcess } from '../faults/api-process.ts'
import { seedSandbox } from '../support/seed-sandbox.ts'
import { selectCases } from '../support/thorough.ts'

const root = dirname(dirname(import.meta.dirname))
const database = await createTestDatabase()
const { pool } = database
const api = await createApiProcess(database, {
  TIDELINE_SANDBOX: 'yes',
  // Bank payments settle after four days, as with real banks.
  STRIPE_SETTLE_SECONDS: String(4 * 86_400),
  RATE_LIMIT_PER_MINUTE: '12000',
})
/** All scenarios in the nightly run, a tenth of them otherwise. */
const scenarios = selectCases(scenarioDefinitions, 10)
const folder = await mkdtemp(join(tmpdir(), 'tideline-scenarios-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Output of the command for the scenarios: a title for each scenario, a row for each policy, and the problems. */
let output = { out: '', err: '' }
let rows: { scenario: string; ok: boolean; policy: string }[] = []

beforeAll(async () => {
  await seedSandbox(database)
  const env = { ...process.env, TIDELINE_URL: await api.start(), TIDELINE_TOKEN: '', XDG_CONFIG_HOME: folder }
  const args = [
    join(root, 'cli/bin/tideline.js'),
    'scenarios',
    'run',
    ...scenarios.map(({ name }) => name),
    '--output',
    'json',
  ]
  output = await new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 2 ** 26 }, (_, out, err) => resolve({ out, err }))
  })
  if (output.out === '') throw new Error(output.err)
  rows = JSON.parse(output.out)
}, 180_000)

const findProblems = ({ name, title }: { name: string; title: string }) =>
  output.err.split(`${name}: ${title}\n`)[1]?.split(/\n(?! {2})/)[0] ?? ''

describe('sandbox scenario suite run by the CLI', () => {
  test.each(scenarios)('produces the expected amounts: $title', (scenario) => {
    expect(findProblems(scenario)).toBe('')
    const own = rows.filter(({ scenario: name }) => name === scenario.name)
    expect(own.map(({ ok, policy }) => ({ ok, hasPolicy: /^[A-Z]{3}3\d{6}$/.test(policy) }))).toEqual(
      Object.keys(scenario.ends).map(() => ({ ok: true, hasPolicy: true })),
    )
  })
})

test('has at least forty scenarios with unique names', () => {
  expect(new Set(scenarioDefinitions.map(({ name }) => name)).size).toBe(scenarioDefinitions.length)
  expect(scenarioDefinitions.length).toBeGreaterThanOrEqual(40)
})

test('leaves a balanced journal and policy balances that match the postings', async () => {
  const { rows: entries } = await pool.query(
    'select entry_id from postings group by entry_id having sum(amount_cents) <> 0',
  )
  const { rows: policies } = await pool.query(`
    select b.policy_id from policy_balances b
    where b.due_cents <> (select coalesce(sum(p.amount_cents), 0) from postings p
      where p.policy_id = b.policy_id and p.account_code = 'receivable')`)
  expect({ entries, policies }).toEqual({ entries: [], policies: [] })
})
