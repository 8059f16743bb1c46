import { type ChildProcess, fork } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import { getPropertyDate } from '@tideline/api/calendar/property-date.ts'
import { type Database, openDatabase } from '@tideline/api/db/database.ts'
import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { expect } from 'vitest'
import { getFreePort } from '../../support/free-port.ts'

// Clients that write to a running deployment while its database fails. Each client repeats its request with the same
// key, as the SDK does.

const root = dirname(dirname(dirname(import.meta.dirname)))
const account = { email: 'staff@example.com', password: 'Tideline-Demo-1' }
const clientCount = 4

/**
 * Starts the API with its own settings. Returns its URL when it is listening.
 * @param imports modules that are loaded into the process first
 */
export async function startDeployment(settings: Record<string, string>, imports: readonly string[] = []) {
  const port = await getFreePort()
  const child: ChildProcess = fork(join(root, 'api/src/main.ts'), {
    env: {
      ...process.env,
      ...{ PORT: String(port), LOG_LEVEL: 'fatal', RATE_LIMIT_PER_MINUTE: '1000000' },
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: imports.flatMap((file) => ['--import', file]),
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    exited.then((code) => Promise.reject(new Error(`The API stopped with ${code}.`))),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Runs work on the database with a new connection, because each failure closes all connections. */
export async function withDatabase<Result>(
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

/** Adds an account and policies without payments. Returns the policy numbers. */
export const insertPolicies = (databaseUrl: string, count: number): Promise<string[]> =>
  withDatabase(databaseUrl, async ({ db }) => {
    const agency = await insertAgency(db)
    const { email, password } = account
    await insertAccount(db, { email, roles: ['internal', 'superuser'], password_hash: await hashPassword(password) })
    const columns = { agency_id: agency.agency_id, agency_no: agency.agency_no }
    const policyNos: string[] = []
    for (let at = 0; at < count; at++) policyNos.push((await insertPolicy(db, { columns })).policy_no)
    return policyNos
  })

/** Sends a request until it was saved, as a client does. While the database is down, the response must be 503. */
async function sendUntilSaved(url: string, token: string, key: string, body: object): Promise<void> {
  for (;;) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    // The server may have saved the request and lost its response.
    if (response.ok || text.includes('"response_lost"')) return
    if (response.status !== 503 && !text.includes('"in_progress"'))
      throw new Error(`${url} returned ${response.status}: ${text}`)
    if (response.status === 503) expect(response.headers.get('retry-after')).not.toBeNull()
    await wait(100)
  }
}

/** Logs in with the account of `insertPolicies`. Returns the access token. */
export async function logIn(url: string): Promise<string> {
  const login = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  })
  return ((await login.json()) as { payload: { token: string } }).payload.token
}

/** Starts clients that pay a policy by check and add a note to it, one policy after the other, until they are stopped. */
export async function startWriting(url: string, policyNos: readonly string[]) {
  const today = getPropertyDate(new Date(), 'FL')
  const token = await logIn(url)
  let next = 0
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const at = next++
      const policyNo = policyNos[at]
      if (!policyNo) throw new Error('There are too few policies.')
      const check = { checkNo: '1042', payeeName: 'Marina Sample', memo: policyNo, amount: 1125, createdAt: today }
      const note = { policyNo, noteBody: `Note ${at}`, isNotePrivate: false, type: 'note', meta: null, reason: null }
      await sendUntilSaved(`${url}/api/v1/payments/check/${policyNo}`, token, `check-of-policy-${at}`, check)
      await sendUntilSaved(`${url}/api/v1/policies/${policyNo}/notes`, token, `note-of-policy-${at}`, note)
      // The policies must last for the whole test, also on a fast machine.
      await wait(100)
    }
  }
  const writing = Promise.all(Array.from({ length: clientCount }, write))
  writing.catch(() => {
    isOver = true
  })
  return {
    /** Waits until the clients have begun this many further policies, or until one of them has failed. */
    waitForWrites: async (count: number) => {
      const goal = next + count
      while (next < goal && !isOver) await wait(20)
    },
    /** Lets the clients finish their policies. Returns the number of policies. Throws the error of a client. */
    stop: async () => {
      isOver = true
      await writing
      return next
    },
  }
}

/**
 * Makes keys whose response was lost available immediately. Without this, their requests would be in progress for a
 * minute.
 */
export const expireLostKeys = ({ pool }: Database) =>
  pool.query(
    `update idempotency_keys set locked_at = locked_at - interval '1 minute'
     where committed_at < now() - interval '2 seconds' and response is null`,
  )

/** Asserts that each of the policies has one payment and one note, and that all jobs have run. */
export const expectEachSavedOnce = (databaseUrl: string, policies: number) =>
  withDatabase(databaseUrl, async ({ pool }) => {
    const count = async (query: string) => (await pool.query<{ count: number }>(query)).rows[0]?.count
    expect(await count('select count(*)::int from payments')).toBe(policies)
    expect(await count('select count(distinct policy_id)::int from payments')).toBe(policies)
    expect(await count("select count(*)::int from policy_notes where note like 'Note %'")).toBe(policies)
    expect(await count("select count(distinct note)::int from policy_notes where note like 'Note %'")).toBe(policies)
    expect(await count('select sum(amount_cents)::int as count from postings')).toBe(0)
    await expect
      .poll(() => count('select count(*)::int from graphile_worker.jobs where run_at <= now()'), { timeout: 120_000 })
      .toBe(0)
  })
