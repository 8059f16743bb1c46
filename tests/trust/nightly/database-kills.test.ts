import { type ChildProcess, fork } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import { getPropertyDate } from '@tideline/api/calendar/property-date.ts'
import { type Database, openDatabase } from '@tideline/api/db/database.ts'
import { startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'
import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFreePort } from '../../support/free-port.ts'

// Kills the PostgreSQL server of a running deployment again and again while clients write. Each client repeats its request
// with the same key, as the SDK does. No acknowledged payment or note may be lost, and none may exist twice.

const kills = 100
const writers = 4
const password = 'Tideline-Demo-1'
const root = dirname(dirname(dirname(import.meta.dirname)))
let folder = ''
let child: ChildProcess
let url = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tideline-kills-'))
  await chmod(folder, 0o755)
  const port = await getFreePort()
  child = fork(join(root, 'api/src/main.ts'), {
    env: {
      ...process.env,
      ...{ PORT: String(port), TIDELINE_DATA: folder, LOG_LEVEL: 'fatal', RATE_LIMIT_PER_MINUTE: '1000000' },
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await new Promise((resolve) => child.once('message', resolve))
  url = `http://127.0.0.1:${port}`
})

afterAll(async () => {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
  await rm(folder, { recursive: true, force: true })
})

/** Runs work on the database with a new connection, because each kill closes all connections. */
async function withDatabase<Result>(
  databaseUrl: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(databaseUrl)
  database.pool.on('error', () => undefined)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Sends a request until it succeeds, as a client does. Returns false if the server has processed the request but lost
 * its response.
 */
async function sendUntilSaved(path: string, token: string, key: string, body: object): Promise<boolean> {
  for (;;) {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.ok) return true
    const isInProgress = text.includes('"in_progress"')
    if (text.includes('"response_lost"')) return false
    if (response.status !== 503 && !isInProgress) throw new Error(`${path} returned ${response.status}: ${text}`)
    if (response.status === 503) expect(response.headers.get('retry-after')).not.toBeNull()
    await wait(100)
  }
}

it('loses and duplicates nothing if PostgreSQL is killed 100 times under load', async () => {
  const server = await startEmbeddedPostgres(join(folder, 'postgres'))
  const today = getPropertyDate(new Date(), 'FL')
  const email = 'staff@example.com'
  const policies = await withDatabase(server.url(), async ({ db }) => {
    const agency = await insertAgency(db)
    await insertAccount(db, { email, roles: ['internal', 'superuser'], password_hash: await hashPassword(password) })
    const columns = { agency_id: agency.agency_id, agency_no: agency.agency_no }
    const inserted = []
    for (let at = 0; at < 3000; at++) inserted.push(await insertPolicy(db, { columns }))
    return inserted
  })
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token } = ((await login.json()) as { payload: { token: string } }).payload

  let next = 0
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const at = next++
      const policyNo = policies[at]?.policy_no
      if (!policyNo) throw new Error('There are too few policies.')
      const check = { checkNo: '1042', payeeName: 'Marina Sample', memo: policyNo, amount: 1125, createdAt: today }
      const note = { policyNo, noteBody: `Note ${at}`, isNotePrivate: false, type: 'note', meta: null, reason: null }
      await sendUntilSaved(`/payments/check/${policyNo}`, token, `check-of-policy-${at}`, check)
      await sendUntilSaved(`/policies/${policyNo}/notes`, token, `note-of-policy-${at}`, note)
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, write))
  writing.catch(() => {
    isOver = true
  })

  for (let kill = 0; kill < kills && !isOver; kill++) {
    const goal = next + writers
    while (next < goal && !isOver) await wait(20)
    await withDatabase(server.url(), async ({ pool }) => {
      // Requests whose response was lost would otherwise be in progress for a minute.
      await pool.query(
        "update idempotency_keys set locked_at = locked_at - interval '1 minute' where committed_at < now() - interval '2 seconds' and response is null",
      )
      const { rows } = await pool.query<{ pid: number }>(
        "select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid",
      )
      process.kill(rows[0]?.pid ?? Number.NaN, 'SIGKILL')
    })
  }
  isOver = true
  await writing

  await withDatabase(server.url(), async ({ pool }) => {
    const count = async (query: string) => (await pool.query<{ count: number }>(query)).rows[0]?.count
    expect(next).toBeGreaterThan(kills)
    expect(await count('select count(*)::int from payments')).toBe(next)
    expect(await count('select count(distinct policy_id)::int from payments')).toBe(next)
    expect(await count("select count(*)::int from policy_notes where note like 'Note %'")).toBe(next)
    expect(await count("select count(distinct note)::int from policy_notes where note like 'Note %'")).toBe(next)
    expect(await count('select sum(amount_cents)::int as count from postings')).toBe(0)
    // The workers of the process go on after the kills: every job is done.
    await expect
      .poll(() => count('select count(*)::int from graphile_worker.jobs where run_at <= now()'), { timeout: 60_000 })
      .toBe(0)
  })
}, 1_800_000)
