/**
 * `node tests/bench/overload.ts`: measures the API with five times the load that keeps it busy, from several callers, while
 * one caller waits for locked rows. Prints results and ratios; asserts nothing, because machines differ. BENCH_POLICIES
 * and BENCH_SECONDS change size and duration. `pnpm trust` asserts the goals.
 */
import { runWithApi } from './api-under-test.ts'
import { policies, print } from './book.ts'
import { measureOverload } from './measure-overload.ts'
import { formatGoal, type Goal, record } from './measurements.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)

await runWithApi(async (parts) => {
  const { runs, goodput, healthP99, fairness, besideLock } = await measureOverload(parts, seconds)
  print(`\noverload, ${policies} policies, ${seconds} s each`)
  print(`${' '.repeat(36)}  req/s     p50     p99     max failures`)
  for (const [title, { perSecond, p50, p99, max, failures }] of runs) {
    const numbers = [perSecond, p50, p99, max].map((number) => number.toFixed(0).padStart(7)).join(' ')
    print(`${title.padEnd(36)}${numbers} ${String(failures).padStart(8)}`)
  }
  const report = (title: string, value: number, unit: string, goal?: Goal) => {
    print(`${title.padEnd(52)} ${value.toFixed(2)} ${unit} ${formatGoal(value, goal)}`)
    record(title, value, unit, goal)
  }
  report('overload: goodput / normal', goodput, 'ratio', { atLeast: 0.8 })
  report('overload: health check, p99', healthP99, 'ms')
  report('overload: slowest / fastest caller', fairness, 'ratio')
  report('locked row: others / normal', besideLock, 'ratio')
})
