/**
 * `node tests/bench/writes.ts`: compares a note, a check and an endorsement with a server that runs the same statements by
 * hand, and the replay of a stored response with a policy confirmation. Prints results and ratios of medians; asserts nothing, because
 * machines differ. BENCH_POLICIES, BENCH_SECONDS and BENCH_ROUNDS change size and duration.
 */
import { loadavg } from 'node:os'
import { runWithApi, type Server } from './api-under-test.ts'
import { policies, print } from './book.ts'
import { type Load, measure, runAlternately } from './measure.ts'
import { formatGoal, type Goal, record } from './measurements.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const connections = 10
/** Number of checks and endorsements in a round. Each has its own request, because it cannot be repeated. */
const checkCount = 500
const endorsementCount = 100

await runWithApi(async ({ api, serve, headers, client, policyNos }) => {
  // One caller of the API can use half of its ten connections. More connections share the waiting for the disk.
  const fastify = await serve('tests/bench/baselines/fastify.ts', 'fastify', { BASELINE_POOL: '5' })
  const run = `bench-${Date.now()}`
  const some = policyNos.slice(0, 200)
  const load = (server: Server, requests: Load['requests']) => () =>
    measure({ ...server, requests, headers, connections, seconds })
  const createNote = (policyNo: string) => ({
    method: 'POST' as const,
    path: `/api/v1/policies/${policyNo}/notes`,
    body: JSON.stringify({
      ...{ policyNo, noteBody: 'A note of the benchmark.', isNotePrivate: false, type: 'note' },
      ...{ meta: null, reason: null },
    }),
  })
  const replays = some.map((policyNo) => ({
    ...createNote(policyNo),
    headers: { 'idempotency-key': `${run}-${policyNo}` },
  }))
  const { rows: due } = await client.query<{ no: string }>(
    `select policy_no as no from policies where policy_id in (select policy_id from policy_balances where due_cents > 100000)
     order by hashtext(policy_no || $1) limit $2`,
    [run, checkCount],
  )
  let checkNo = Date.now()
  const createCheck = (policyNo: string) => ({
    method: 'POST' as const,
    path: `/api/v1/payments/check/${policyNo}`,
    body: JSON.stringify({
      ...{ checkNo: String(checkNo++), payeeName: 'Marina Sample', memo: policyNo, amount: 1 },
      createdAt: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    }),
  })
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }
  /** Saves a quote that reduces a limit, and returns the request that binds it. */
  const prepareEndorsement = async (policyNo: string) => {
    const { result } = (await call('POST', '/api/v1/policies/createEndorsementUrl', policyNo)) as {
      result: { endorsementQuoteNumber: string }
    }
    const QuoteNumber = result.endorsementQuoteNumber
    const quote = (await call('GET', `/api/v4/agent/quotes/${QuoteNumber}`)) as {
      application: { coverages: { limit: number }[] }
    }
    const [coverage] = quote.application.coverages
    if (coverage) coverage.limit -= 1_000
    await call('PUT', '/api/v4/agent/quotes', quote)
    return { method: 'PUT' as const, path: '/api/v2/endorsement/bind', body: JSON.stringify({ QuoteNumber }) }
  }
  const sendOnce = (server: Server, requests: Load['requests']) =>
    measure({ ...server, requests, headers, connections, seconds: 'once' })
  /** Policies of the next round. A policy with many transactions takes longer, so each round uses others if it can. */
  let next = 0
  const takeDue = (count: number) => Array.from({ length: count }, () => due[next++ % due.length]?.no ?? '')
  const sendChecks = (server: Server, path?: string) => () =>
    sendOnce(
      server,
      takeDue(checkCount).map((no) => ({ ...createCheck(no), ...(path && { path: `${path}/${no}` }) })),
    )
  // The first requests store the responses.
  await measure({ ...api, requests: replays, headers, connections, seconds: 'once' })
  const contenders = {
    note: load(api, some.map(createNote)),
    'note, by hand': load(
      fastify,
      some.map((policyNo) => ({ ...createNote(policyNo), path: `/notes/${policyNo}` })),
    ),
    check: sendChecks(api),
    'check, by hand': sendChecks(fastify, '/checks'),
    endorsement: async () => {
      const requests: Awaited<ReturnType<typeof prepareEndorsement>>[] = []
      for (const no of takeDue(endorsementCount)) requests.push(await prepareEndorsement(no))
      return sendOnce(api, requests)
    },
    'endorsement, by hand': () =>
      sendOnce(
        fastify,
        takeDue(endorsementCount).map((no) => ({ method: 'PUT', path: `/endorsements/${no}`, body: '{}' })),
      ),
    replay: load(api, replays),
    confirmation: load(
      api,
      some.map((policyNo) => ({ path: `/api/v1/policies/${policyNo}/getConfirmation` })),
    ),
  }
  for (const warmUp of Object.values(contenders)) await warmUp()
  const results = await runAlternately(contenders, rounds)

  print(`\nwrites, ${policies} policies, ${rounds} rounds of ${seconds} s, load ${loadavg()[0]?.toFixed(1)}; medians`)
  print(`${' '.repeat(20)}  req/s  p50 ms  p99 ms  max ms  CPU µs failures`)
  for (const [title, { perSecond, p50, p99, max, processorTime, failures }] of results) {
    const numbers = [perSecond, p50, p99, max, processorTime].map((number) => number.toFixed(0).padStart(7)).join(' ')
    print(`${title.padEnd(20)}${numbers} ${String(failures).padStart(8)}`)
  }
  const get = (title: string, key: 'perSecond' | 'processorTime') => results.get(title)?.[key] || Number.NaN
  const report = (title: string, value: number, goal?: Goal) => {
    print(`${title.padEnd(44)} ${value.toFixed(2)} ${formatGoal(value, goal)}`)
    record(title, value, 'ratio', goal)
  }
  for (const title of ['note', 'check', 'endorsement']) {
    const byHand = `${title}, by hand`
    report(`${title} / by hand`, get(title, 'perSecond') / get(byHand, 'perSecond'), { atLeast: 0.8 })
    report(`${title} / by hand, by CPU time`, get(byHand, 'processorTime') / get(title, 'processorTime'))
  }
  report('replay / confirmation', get('replay', 'perSecond') / get('confirmation', 'perSecond'), { atLeast: 0.7 })
  report('replay / confirmation, by CPU time', get('confirmation', 'processorTime') / get('replay', 'processorTime'))
})
