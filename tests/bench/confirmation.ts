/**
 * `node tests/bench/confirmation.ts`: compares the confirmation of a policy with servers that run only the same SQL.
 * Prints results and ratios of medians; asserts nothing, because machines differ. BENCH_POLICIES, BENCH_SECONDS and
 * BENCH_ROUNDS change size and duration.
 */
import { runWithApi, type Server } from './api-under-test.ts'
import { policies, print } from './book.ts'
import { measure, runAlternately } from './measure.ts'
import { formatGoal, type Goal, record } from './measurements.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const connections = 10

await runWithApi(async ({ api, serve, headers, policyNos }) => {
  const fastify = await serve('tests/bench/baselines/fastify.ts', 'fastify')
  const bare = await serve('tests/bench/baselines/bare.ts', 'bare')
  const load = (server: Server, getPath: (policyNo: string) => string) => {
    const requests = policyNos.map((policyNo) => ({ path: getPath(policyNo) }))
    return () => measure({ ...server, requests, headers, connections, seconds })
  }
  const contenders = {
    Tideline: load(api, (policyNo) => `/api/v1/policies/${policyNo}/getConfirmation`),
    'bare fastify': load(fastify, (policyNo) => `/confirmation/${policyNo}`),
    'bare node:http': load(bare, (policyNo) => `/confirmation/${policyNo}`),
  }
  for (const warmUp of Object.values(contenders)) await warmUp()
  const results = await runAlternately(contenders, rounds)

  print(`\nconfirmation, ${policies} policies, ${rounds} rounds of ${seconds} s, ${connections} connections; medians`)
  print(`${' '.repeat(16)}  req/s  p50 ms  p99 ms  max ms  CPU µs failures`)
  for (const [title, { perSecond, p50, p99, max, processorTime, failures }] of results) {
    const numbers = [perSecond, p50, p99, max, processorTime].map((number) => number.toFixed(0).padStart(7)).join(' ')
    print(`${title.padEnd(16)}${numbers} ${String(failures).padStart(8)}`)
  }
  const getRatio = (other: string, key: 'perSecond' | 'processorTime') =>
    (results.get('Tideline')?.[key] ?? 0) / (results.get(other)?.[key] || Number.NaN)
  const report = (title: string, value: number, goal?: Goal) => {
    print(`${title.padEnd(44)} ${value.toFixed(2)} ${formatGoal(value, goal)}`)
    record(title, value, 'ratio', goal)
  }
  report('confirmation / bare fastify', getRatio('bare fastify', 'perSecond'), { atLeast: 1 })
  // The elapsed time on a busy machine depends on how many processes compete. The processor time does not.
  report('confirmation / bare fastify by CPU time', 1 / getRatio('bare fastify', 'processorTime'))
  report('confirmation / bare node:http', getRatio('bare node:http', 'perSecond'))
  record('confirmation', results.get('Tideline')?.perSecond ?? 0, 'req/s')
})
