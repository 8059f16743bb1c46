import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** A result that `pnpm bench` writes to its JSON file. */
export interface Measurement {
  name: string
  value: number
  /** Unit, such as `req/s`, `ms` or `ratio`. */
  unit: string
}

/** Adds a result to the file of the run, if the benchmark runs as part of `pnpm bench`. */
export function record(name: string, value: number, unit: string): void {
  const file = process.env.BENCH_RESULTS
  if (!file) return
  const measurement: Measurement = { name, value: Number(value.toPrecision(4)), unit }
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
