/**
 * `pnpm trace`: lists, per area, which requirements are proven by the required kinds of tests, and what the other
 * requirements lack. Reads the reports of the last `pnpm test`, or of each folder given with `--reports`, for example
 * one folder for each shard. `--summary` leaves out the rows. `--update` adds new kinds of proof to `baseline.tsv`.
 * Nothing is ever removed from that file.
 *
 * Exits with 1 if a requirement lost or lacks a kind of proof, if a title contains an unknown id or too many ids, or if
 * a requirement that describes behavior is proven only by a presence table (`presence-only.tsv` lists the requirements
 * for which this is allowed), or if no API test publishes an event of the contract.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  findProblems,
  formatBaseline,
  growBaseline,
  type Proof,
  prove,
  type Requirement,
  readBaseline,
  readRow,
  type TestResult,
} from './proofs.ts'

const { values: options } = parseArgs({
  options: { summary: { type: 'boolean' }, update: { type: 'boolean' }, reports: { type: 'string', multiple: true } },
})

const here = import.meta.dirname
const root = dirname(dirname(here))
const folders = options.reports?.map((folder) => resolve(folder)) ?? [join(here, '../.reports')]

const lines = (name: string) => readFileSync(join(here, name), 'utf8').split('\n').slice(1).filter(Boolean)

const superseded = new Set(lines('superseded.tsv').map((line) => line.split('\t')[0]))

const requirements: Requirement[] = readdirSync(here)
  .filter((name) => name.startsWith('requirements-'))
  .flatMap(lines)
  .map(readRow)

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}
interface PlaywrightSuite {
  title: string
  file: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; ok: boolean }[]
}

const readReports = <Report>(name: string): Report[] =>
  folders
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')))

const ofVitest = ({ testResults }: VitestReport): TestResult[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: relative(root, name),
      title: fullName,
      passed: status === 'passed',
    })),
  )

const ofPlaywright = (suites: PlaywrightSuite[] = [], above = ''): TestResult[] =>
  suites.flatMap((suite) => {
    const title = `${above} ${suite.title}`
    const file = join('tests/browser', suite.file)
    const own = (suite.specs ?? []).map((spec) => ({ file, title: `${title} ${spec.title}`, passed: spec.ok }))
    return [...own, ...ofPlaywright(suite.suites, title)]
  })

const print = (line = '') => process.stdout.write(`${line}\n`)
const count = (rows: readonly Proof[]) => ({
  of: rows.length,
  some: rows.filter(({ passed }) => passed.length > 0).length,
  proven: rows.filter(({ missing }) => missing.length === 0).length,
})

const vitest = readReports<VitestReport>('vitest.json')
const playwright = readReports<{ suites?: PlaywrightSuite[] }>('playwright.json')
if (vitest.length < folders.length || playwright.length < folders.length)
  print('Run `pnpm test` first; a report is missing, so its tests are ignored.\n')

const proofs = prove(requirements, [
  ...vitest.flatMap(ofVitest),
  ...playwright.flatMap(({ suites }) => ofPlaywright(suites)),
])
const rows = proofs.rows.filter(({ id }) => !superseded.has(id))

print('area                   required   any test    of')
for (const [area, own] of [...Map.groupBy(rows, (row) => row.area)].toSorted(([a], [b]) => a.localeCompare(b))) {
  const { proven, some, of } = count(own)
  print(`${area.padEnd(22)} ${String(proven).padStart(8)} ${String(some).padStart(10)} ${String(of).padStart(5)}`)
}
const { proven, some, of } = count(rows)
print(`\n${proven} of ${of} proven by all required kinds of tests, ${some} by any test; ${superseded.size} superseded`)

if (!options.summary) {
  print('\nNot proven by all required kinds of tests (missing kinds):')
  for (const row of rows.filter(({ missing }) => missing.length > 0))
    print(`${row.id}  ${row.missing.join(' + ').padEnd(22)} ${row.area.padEnd(18)} ${row.text.slice(0, 100)}`)
}

const baselineFile = join(here, 'baseline.tsv')
const baseline = readBaseline(readFileSync(baselineFile, 'utf8'))
if (options.update) writeFileSync(baselineFile, formatBaseline(growBaseline(baseline, rows)))

const presenceAllowed = readBaseline(readFileSync(join(here, 'presence-only.tsv'), 'utf8'))
const current = new Map([...baseline].filter(([id]) => !superseded.has(id)))
const problems = [...findProblems({ ...proofs, rows }, current, presenceAllowed), ...findUnpublishedEvents()]
for (const problem of problems) process.stderr.write(`${problem}\n`)
// Sets `exitCode` instead of calling `process.exit`, which would cut off output that is still being written to a pipe.
if (problems.length > 0) process.exitCode = 1

/** Returns a problem for each event of the contract that no API test publishes (api/src/testing/record-events.ts). */
function findUnpublishedEvents(): string[] {
  const bundle = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')
  const types: string[] = JSON.parse(readFileSync(bundle, 'utf8')).components.schemas.EventType.enum
  const files = folders.map((folder) => join(folder, 'events.txt')).filter((path) => existsSync(path))
  const published = new Set(files.flatMap((path) => readFileSync(path, 'utf8').split('\n')))
  return types.filter((type) => !published.has(type)).map((type) => `${type} is not published by any API test.`)
}
