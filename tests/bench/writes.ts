/**
 * `node tests/bench/writes.ts`: compares writing a note with a server that runs the same statements by hand, and the
 * replay of a stored response with a policy confirmation. Prints results and ratios of medians; asserts nothing, because
 * machines differ. BENCH_POLICIES, BENCH_SECONDS and BENCH_ROUNDS change size and duration.
 */
import { loadavg } from 'node:os'
import { runWithApi, type Server } from './api-under-test.ts'
import { policies, print } from './book.ts'
import { type Load, measure, runAlternately } from './measure.ts'
import { record } from './measurements.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const connections = 10

await runWithApi(async ({ api, serve, headers, policyNos }) => {
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
  // The first requests store the responses.
  await measure({ ...api, requests: replays, headers, connections, seconds: 'once' })
  const contenders = {
    note: load(api, some.map(createNote)),
    'note, by hand': load(
      fastify,
      some.map((policyNo) => ({ ...createNote(policyNo), path: `/notes/${policyNo}` })),
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
  print(`${' '.repeat(16)}  req/s  p50 ms  p99 ms  max ms  CPU µs failures`)
  for (const [title, { perSecond, p50, p99, max, processorTime, failures }] of results) {
    const numbers = [perSecond, p50, p99, max, processorTime].map((number) => number.toFixed(0).padStart(7)).join(' ')
    print(`${title.padEnd(16)}${numbers} ${String(failures).padStart(8)}`)
  }
  const get = (title: string, key: 'perSecond' | 'processorTime') => results.get(title)?.[key] || Number.NaN
  const report = (title: string, value: number, goal = '') => {
    print(`${title.padEnd(44)} ${value.toFixed(2)}${goal}`)
    record(title, value, 'ratio')
  }
  report('note / by hand', get('note', 'perSecond') / get('note, by hand', 'perSecond'), ' (goal: at least 0.8)')
  report('note / by hand, by CPU time', get('note, by hand', 'processorTime') / get('note', 'processorTime'))
  report(
    'replay / confirmation',
    get('replay', 'perSecond') / get('confirmation', 'perSecond'),
    ' (goal: at least 0.7)',
  )
  report('replay / confirmation, by CPU time', get('confirmation', 'processorTime') / get('replay', 'processorTime'))
})
