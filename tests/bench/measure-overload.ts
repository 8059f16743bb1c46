import { hashPassword } from '@tideline/api/accounts/password.ts'
import type pg from 'pg'
import { type Figures, type Load, measure } from './measure.ts'

/** Number of callers that send at the same time, each as much as keeps the API busy. */
const callers = 5
/** Number of connections that keeps the API busy. */
const normal = 10
const password = 'Tideline-Demo-1'

interface OverloadResult {
  runs: [title: string, figures: Figures][]
  /** Successful requests under five times the load, compared with normal load. */
  goodput: number
  /** 99th percentile of health checks under overload, in milliseconds. */
  healthP99: number
  /** 99th percentile of health checks, compared with that of the slowest caller at the same time. */
  healthDelay: number
  /** Requests per second of the slowest caller, compared with the fastest. */
  fairness: number
  /** Successful requests of others while one caller waits for a locked row on 40 connections, compared with normal load. */
  besideLock: number
}

/**
 * Measures the API with five times the load that keeps it busy, from several callers, and then while one caller waits for
 * a locked row. Normal load is measured before and after, because other load on the machine changes.
 * @param server the API and a client of its database
 * @param seconds duration of each of the six measurements
 */
export async function measureOverload(
  { api, client, policyNos }: { api: Pick<Load, 'url' | 'getProcessorTime'>; client: pg.Client; policyNos: string[] },
  seconds: number,
): Promise<OverloadResult> {
  const logIn = async (number: number) => {
    const email = `bench-${number}@example.com`
    await client.query(
      `insert into accounts (kind, email, roles, password_hash) values ('staff', $1, '{superuser,internal}', $2)
       on conflict (email) do nothing`,
      [email, await hashPassword(password)],
    )
    const session = await fetch(`${api.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const { payload } = (await session.json()) as { payload: { token: string } }
    return { authorization: `Bearer ${payload.token}` }
  }
  const headers = await logIn(callers)
  const crowd = await Promise.all(Array.from({ length: callers }, (_, number) => logIn(number)))
  const requests = policyNos.map((no) => ({ path: `/api/v1/policies/${no}/getConfirmation` }))
  const load = (as: Record<string, string>, connections: number) =>
    measure({ ...api, requests, headers: as, connections, seconds })
  const checkHealth = () => measure({ ...api, requests: [{ path: '/api/health' }], connections: 1, seconds })
  const getGoodput = (all: Figures[]) =>
    all.reduce((sum, { responses, failures }) => sum + (responses - failures) / seconds, 0)

  await load(headers, normal)
  const before = await load(headers, normal)
  const [health, modest, ...overloaded] = await Promise.all([
    checkHealth(),
    load(headers, 1),
    ...crowd.map((caller) => load(caller, normal)),
  ])
  // One caller writes notes on a policy whose row is locked, with more connections than the pool has.
  await client.query('begin')
  await client.query('select from policies where policy_no = $1 for update', [policyNos[0]])
  const note = {
    policyNo: policyNos[0],
    noteBody: 'A note.',
    isNotePrivate: false,
    type: 'note',
    meta: null,
    reason: null,
  }
  const path = `/api/v1/policies/${policyNos[0]}/notes`
  const [blocked, others] = await Promise.all([
    measure({
      ...api,
      requests: [{ method: 'POST', path, body: JSON.stringify(note) }],
      headers: crowd[0] ?? {},
      connections: 40,
      seconds,
    }),
    load(headers, normal),
  ])
  await client.query('rollback')
  const after = await load(headers, normal)

  const usual = getGoodput([before, after]) / 2
  const rates = overloaded.map(({ perSecond }) => perSecond)
  return {
    runs: [
      ['one caller, 10 connections', before],
      ['overload: health check', health],
      ['overload: caller with 1 connection', modest],
      ...overloaded.map((figures, number): [string, Figures] => [`overload: caller ${number + 1}`, figures]),
      ['caller that waits for a locked row', blocked],
      ['other callers meanwhile', others],
      ['one caller afterward', after],
    ],
    goodput: getGoodput([modest, ...overloaded]) / usual,
    healthP99: health.p99,
    healthDelay: health.p99 / Math.max(...overloaded.map(({ p99 }) => p99)),
    fairness: Math.min(...rates) / Math.max(...rates),
    besideLock: getGoodput([others]) / usual,
  }
}
