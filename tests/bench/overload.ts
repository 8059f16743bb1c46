/**
 * `node tests/bench/overload.ts`: measures the API with five times the load that keeps it busy, from several callers, while
 * one caller waits for locked rows. Prints results and ratios; asserts nothing, because machines differ. BENCH_POLICIES
 * and BENCH_SECONDS change size and duration.
 */
import { hashPassword } from '@tideline/api/accounts/password.ts'
import { runWithApi } from './api-under-test.ts'
import { policies, print } from './book.ts'
import { type Figures, measure } from './measure.ts'
import { record } from './measurements.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const callers = 5
/** Number of connections that keeps the API busy. */
const normal = 10
const password = 'Tideline-Demo-1'

await runWithApi(async ({ api, headers, client, policyNos }) => {
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
  const crowd = await Promise.all(Array.from({ length: callers }, (_, number) => logIn(number)))
  const requests = policyNos.map((no) => ({ path: `/api/v1/policies/${no}/getConfirmation` }))
  const load = (as: Record<string, string>, connections: number) =>
    measure({ ...api, requests, headers: as, connections, seconds })
  const checkHealth = () => measure({ ...api, requests: [{ path: '/api/health' }], connections: 1, seconds })
  const getGoodput = (all: Figures[]) =>
    all.reduce((sum, { responses, failures }) => sum + (responses - failures) / seconds, 0)
  const results: [title: string, figures: Figures][] = []
  const report = (title: string, value: number, unit: string, goal = '') => {
    print(`${title.padEnd(52)} ${value.toFixed(2)} ${unit}${goal}`)
    record(title, value, unit)
  }

  await load(headers, normal)
  const busy = await load(headers, normal)
  const alone = await load(headers, 1)
  results.push(['one caller, 10 connections', busy], ['one caller, 1 connection', alone])

  const [health, modest, ...overloaded] = await Promise.all([
    checkHealth(),
    load(headers, 1),
    ...crowd.map((caller) => load(caller, normal)),
  ])
  results.push(['overload: health check', health], ['overload: caller with 1 connection', modest])
  for (const [number, figures] of overloaded.entries()) results.push([`overload: caller ${number + 1}`, figures])

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
  results.push(['caller that waits for a locked row', blocked], ['other callers meanwhile', others])

  print(`\noverload, ${policies} policies, ${seconds} s each`)
  print(`${' '.repeat(36)}  req/s     p50     p99     max failures`)
  for (const [title, { perSecond, p50, p99, max, failures }] of results) {
    const numbers = [perSecond, p50, p99, max].map((number) => number.toFixed(0).padStart(7)).join(' ')
    print(`${title.padEnd(36)}${numbers} ${String(failures).padStart(8)}`)
  }
  const rates = overloaded.map(({ perSecond }) => perSecond)
  report(
    'overload: goodput / normal',
    getGoodput([modest, ...overloaded]) / getGoodput([busy]),
    'ratio',
    ' (goal: at least 0.8)',
  )
  report('overload: health check, p99', health.p99, 'ms')
  report('overload: slowest / fastest caller', Math.min(...rates) / Math.max(...rates), 'ratio')
  report('locked row: others / normal', getGoodput([others]) / getGoodput([busy]), 'ratio')
})
