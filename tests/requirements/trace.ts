/**
 * `pnpm trace`: which requirements are proven as asked, per area, and what each of the others lacks. Reads the reports of the
 * last `pnpm test`; `--summary` leaves out the rows. Exits with 1 when a title carries an unknown id, which would prove nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { mostIdsOnATest, type Proof, prove, type Requirement, readRow, type TestResult } from './proofs.ts'

const here = import.meta.dirname
const root = dirname(dirname(here))
const reports = join(here, '../.reports')

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

const report = (name: string) =>
  existsSync(join(reports, name)) ? JSON.parse(readFileSync(join(reports, name), 'utf8')) : undefined

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
  asked: rows.filter(({ missing }) => missing.length === 0).length,
})

const vitest = report('vitest.json')
const playwright = report('playwright.json')
if (!vitest || !playwright) print('Run `pnpm test` first; a report is missing, so its tests count for nothing.\n')

const proofs = prove(requirements, [...(vitest ? ofVitest(vitest) : []), ...ofPlaywright(playwright?.suites)])
const { unknown, crowded } = proofs
const rows = proofs.rows.filter(({ id }) => !superseded.has(id))

print('area                   as asked  some test    of')
for (const [area, own] of [...Map.groupBy(rows, (row) => row.area)].toSorted(([a], [b]) => a.localeCompare(b))) {
  const { asked, some, of } = count(own)
  print(`${area.padEnd(22)} ${String(asked).padStart(8)} ${String(some).padStart(10)} ${String(of).padStart(5)}`)
}
const { asked, some, of } = count(rows)
print(`\n${asked} of ${of} proven as asked, ${some} by some test; ${superseded.size} superseded`)

if (!process.argv.includes('--summary')) {
  print('\nNot proven as asked (what is missing):')
  for (const row of rows.filter(({ missing }) => missing.length > 0))
    print(`${row.id}  ${row.missing.join(' + ').padEnd(22)} ${row.area.padEnd(18)} ${row.text.slice(0, 100)}`)

  if (crowded.length) print(`\nMore than ${mostIdsOnATest} ids on one test:`)
  for (const { file, title } of crowded) print(`${file}  ${title.trim()}`)
}

if (unknown.length) {
  process.stderr.write(`\nUnknown ids in test titles: ${unknown.join(', ')}\n`)
  process.exit(1)
}
