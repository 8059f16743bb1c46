/**
 * `pnpm bench`: runs the benchmarks one after the other. `pnpm bench --quick` measures only the confirmation and the
 * import, on a book of 10,000 policies, in less than three minutes. Words after the command select benchmarks by name:
 * `pnpm bench imports`.
 *
 * Writes the measurements to `.tideline/bench/latest.json` and appends them to `.tideline/bench/trend.jsonl`, one line per
 * run. Prints the change since the previous run of the same size.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { print, root } from './book.ts'
import { formatGoal, type Measurement, readMeasurements } from './measurements.ts'

const benchmarks = [
  'confirmation',
  'growth',
  'main',
  'imports',
  'interactions',
  'commissions',
  'delinquency',
  'documents',
  'first-start',
  'overload',
  'process',
  'size',
  'start-up',
  'writes',
  'lighthouse',
]

/** Sizes of a quick run, unless the environment sets them. */
const quickSizes = {
  BENCH_POLICIES: '10000',
  BENCH_SECONDS: '3',
  BENCH_ROUNDS: '5',
  BENCH_ROWS: '6000',
  BENCH_BOUND_ROWS: '6000',
  BENCH_OBLIGATIONS: '5000',
  BENCH_TERMS: '1000',
  BENCH_TRANSACTIONS: '20000',
}

interface Run {
  at: string
  commit: string
  isQuick: boolean
  cores: number
  /** Load of the machine before the run, which explains slow results. */
  load: number
  seconds: number
  /** Duration of each benchmark in seconds. */
  durations: Record<string, number>
  measurements: Measurement[]
}

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true })
const isQuick = values.quick === true
const folder = join(root, '.tideline/bench')
const results = join(folder, 'measurements.jsonl')
const trend = join(folder, 'trend.jsonl')

const selected = positionals.length > 0 ? positionals : isQuick ? ['confirmation', 'imports'] : benchmarks
const unknown = selected.find((name) => !benchmarks.includes(name))
if (unknown) {
  process.stderr.write(`There is no benchmark ${unknown}. Choose from: ${benchmarks.join(', ')}.\n`)
  process.exit(2)
}

mkdirSync(folder, { recursive: true })
rmSync(results, { force: true })
const began = performance.now()
const load = loadavg()[0] ?? 0
const durations: Run['durations'] = {}
const getSeconds = (since: number) => Math.round((performance.now() - since) / 1000)
const failed = selected.filter((name) => {
  const started = performance.now()
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    env: { ...(isQuick ? quickSizes : {}), ...process.env, BENCH_RESULTS: results },
    stdio: 'inherit',
  })
  durations[name] = getSeconds(started)
  print(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${durations[name]} s`)
  return status !== 0
})

const measurements = readMeasurements(results)
const run: Run = {
  at: new Date().toISOString(),
  commit: spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim(),
  isQuick,
  cores: availableParallelism(),
  load: Number(load.toFixed(1)),
  seconds: getSeconds(began),
  durations,
  measurements,
}
const runs = existsSync(trend)
  ? readFileSync(trend, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Run)
  : []
const getPrevious = (name: string) =>
  runs
    .filter((earlier) => earlier.isQuick === isQuick)
    .flatMap((earlier) => earlier.measurements)
    .findLast((earlier) => earlier.name === name)?.value

print(`\n${run.commit}, ${run.cores} cores, load ${run.load} before the run, ${run.seconds} s`)
print(
  Object.entries(durations)
    .map(([name, seconds]) => `${name} ${seconds} s`)
    .join(', '),
)
for (const { name, value, unit, goal } of measurements) {
  const previous = getPrevious(name)
  const change = previous ? `${value >= previous ? '+' : ''}${((value / previous - 1) * 100).toFixed(0)} %` : ''
  print(
    `${name.padEnd(44)} ${String(value).padStart(10)} ${unit.padEnd(10)} ${change.padEnd(8)} ${formatGoal(value, goal)}`.trimEnd(),
  )
}
writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(run, undefined, 2)}\n`)
appendFileSync(trend, `${JSON.stringify(run)}\n`)
if (failed.length > 0) {
  process.stderr.write(`These benchmarks failed: ${failed.join(', ')}.\n`)
  process.exit(1)
}
