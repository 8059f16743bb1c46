import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiProcess } from './api-process.ts'

const password = 'Tideline-Demo-1'
const database = await createTestDatabase()
const { db, pool } = database
const api = await createApiProcess(database)
const folder = await mkdtemp(join(tmpdir(), 'tideline-bulk-'))
const command = join(import.meta.dirname, '../../cli/bin/tideline.js')
let env: Record<string, string>

beforeAll(async () => {
  const url = await api.start()
  const { email } = await insertAccount(db, { roles: ['internal'], password_hash: await hashPassword(password) })
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { payload } = (await response.json()) as { payload: { token: string } }
  env = { TIDELINE_URL: url, TIDELINE_TOKEN: payload.token }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the CLI in a separate process, as staff do. */
function tideline(args: string[]) {
  const child = spawn(process.execPath, [command, ...args], { cwd: folder, env: { ...process.env, ...env } })
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    text.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    text.err += chunk
  })
  return { child, ended: once(child, 'close').then(([code]) => ({ code, ...text })) }
}

const run = (...args: string[]) => tideline(args).ended

const anEarthquakePolicy = () => insertPolicy(db, { product: 4 })

const getCount = async (sql: string, values: unknown[]) => (await pool.query(sql, values)).rowCount

const times = (policyId: string) =>
  getCount("select from audit_log where policy_id = $1 and action = 'policy.nonRenew'", [policyId])

describe('bulk command against the real API', () => {
  it('resumes after a kill during a row without changing a policy twice', async () => {
    const policies = [await anEarthquakePolicy(), await anEarthquakePolicy(), await anEarthquakePolicy()]
    const ids = policies.map(({ policy_no }) => policy_no)
    const journal = join(folder, 'killed.jsonl')
    const slow = await api.hold('select from policies where policy_id = $1 for update', [policies[1]?.policy_id])
    const args = ['policies', 'non-renew', ...ids, '--note', 'Sold.', '--yes', '--concurrency', '1']
    const first = tideline([...args, '--journal', journal])
    await slow.reached()
    first.child.kill('SIGKILL')
    await first.ended
    await slow.release()

    const second = await run('policies', 'non-renew', '--resume', journal, '--yes', '--output', 'csv')
    const third = await run('policies', 'non-renew', '--resume', journal, '--yes', '--output', 'csv')
    expect(third).toMatchObject({ code: 0, err: expect.stringContaining('3 of 3 done.') })
    expect(third.out).toBe(`policyNo,outcome,status\n${ids.map((id) => `${id},done,Non-renew\n`).join('')}`)
    // The API may still be processing the second row when the run resumes. That row then fails in the resumed run, but
    // is changed only once.
    expect(second.err).toMatch(/3 of 3 done\.|2 of 3 done, 1 failed/)
    for (const { policy_id } of policies) expect(await times(policy_id)).toBe(1)
  })

  it('finishes the current row after an interrupt and starts no other row', async () => {
    const policies = [await anEarthquakePolicy(), await anEarthquakePolicy()]
    const journal = join(folder, 'interrupted.jsonl')
    const slow = await api.hold('select from policies where policy_id = $1 for update', [policies[0]?.policy_id])
    const ids = policies.map(({ policy_no }) => policy_no)
    const args = ['policies', 'non-renew', ...ids, '--note', 'Sold.', '--yes', '--concurrency', '1']
    const { child, ended } = tideline([...args, '--journal', journal])
    await slow.reached()
    child.kill('SIGINT')
    await once(child.stderr, 'data')
    await slow.release()
    expect(await ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('Stopped; 1 of 2 done, 1 not processed.'),
    })
    expect(await Promise.all(policies.map(({ policy_id }) => times(policy_id)))).toEqual([1, 0])
    expect(await run('policies', 'non-renew', '--resume', journal, '--yes')).toMatchObject({ code: 0 })
    expect(await Promise.all(policies.map(({ policy_id }) => times(policy_id)))).toEqual([1, 1])
  })

  it('cancels policies, finalizes the cancellations, and reports failures by row', async () => {
    const agency = await insertAgency(db)
    const policies = [
      await insertPolicy(db, { columns: { agency_id: agency.agency_id, inception_date: '2099-12-15' } }),
      await insertPolicy(db, { columns: { agency_id: agency.agency_id, inception_date: '2099-12-15' } }),
    ]
    const ids = policies.map(({ policy_no }) => policy_no)
    const cancel = [
      'policies',
      'cancel',
      ...ids,
      'RFL3999999',
      '--reason-code',
      '13',
      '--note',
      'Fell through.',
      '--yes',
    ]
    const cancelled = await run(...cancel)
    expect(cancelled.code).toBe(1)
    expect(JSON.parse(cancelled.out)).toMatchObject([
      { policyNo: ids[0], outcome: 'done', state: 'pending' },
      { policyNo: ids[1], outcome: 'done', state: 'pending' },
      { policyNo: 'RFL3999999', outcome: 'failed' },
    ])
    const finalized = await run('policies', 'finalize', ...ids, '--yes')
    expect(finalized).toMatchObject({ code: 0 })
    expect(JSON.parse(finalized.out)).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }])
  })

  it('emails policy links to the address on file or to another address', async () => {
    const policies = [await insertPolicy(db), await insertPolicy(db)]
    const file = join(folder, 'links.csv')
    const [one, other] = policies
    await writeFile(file, `policyNo,email\n${one?.policy_no},\n${other?.policy_no},elsewhere@example.com\n`)
    const { code, out } = await run('policies', 'resend-link', '--file', file, '--yes')
    expect({ code, rows: JSON.parse(out) }).toMatchObject({
      code: 0,
      rows: [
        { outcome: 'done', message: `Email successfully sent to ${one?.email}!` },
        { outcome: 'done', message: 'Email successfully sent to elsewhere@example.com!' },
      ],
    })
  })

  it('records a check once, even if the file lists the check twice', async () => {
    const policy = await insertPolicy(db)
    const row = {
      policyNo: policy.policy_no,
      checkNo: '0001042',
      amount: 1125,
      payeeName: 'Marina Sample',
      createdAt: '2026-11-19',
      memo: 'Premium',
    }
    const file = join(folder, 'checks.jsonl')
    await writeFile(file, `${JSON.stringify(row)}\n${JSON.stringify({ ...row, memo: 'Once more' })}\n`)
    const { code, out } = await run('payments', 'apply-check', '--file', file, '--yes', '--concurrency', '1')
    expect({ code, rows: JSON.parse(out) }).toMatchObject({
      code: 1,
      rows: [{ outcome: 'done', totalDue: 0 }, { outcome: 'failed' }],
    })
    expect(await getCount('select from payments where policy_id = $1', [policy.policy_id])).toBe(1)
  })
})
