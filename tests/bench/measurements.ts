import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** A result that `pnpm bench` writes to its JSON file. */
export interface Measurement {
  name: string
  value: number
  /** Unit, such as `req/s`, `ms` or `ratio`. */
  unit: string
  goal?: Goal
}

/** Limit that a result must reach or not exceed on two idle cores. */
export type Goal = { atLeast: number } | { atMost: number }

/** Returns a goal as text, such as `goal ≥ 0.8`, and whether the result missed it. Returns an empty text without a goal. */
export function formatGoal(value: number, goal: Goal | undefined): string {
  if (!goal) return ''
  const [sign, limit, isMet] =
    'atLeast' in goal ? ['≥', goal.atLeast, value >= goal.atLeast] : ['≤', goal.atMost, value <= goal.atMost]
  return `goal ${sign} ${limit}${isMet ? '' : ', missed'}`
}

/** Adds a result to the file of the run, if the benchmark runs as part of `pnpm bench`. */
export function record(name: string, value: number, unit: string, goal?: Goal): void {
  const file = process.env.BENCH_RESULTS
  if (!file) return
  const measurement: Measurement = { name, value: Number(value.toPrecision(4)), unit, ...(goal && { goal }) }
  appendFileSync(file, `${JSON.stringify(measurement)}\n`)
}

/** Returns the results that the benchmarks of a run added to its file. */
export function readMeasurements(file: string): Measurement[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Measurement)
}
