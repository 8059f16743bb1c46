/**
 * `pnpm trace`: which requirements a passing test proves, per area, and which none does. A test proves a requirement when its
 * title carries the id. Exits with 1 when an id in a title is unknown, which would prove nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dirname
const reports = join(here, '../.reports')

interface Requirement {
  id: string
  area: string
  kind: string
  text: string
}
interface Result {
  title: string
  passed: boolean
}

/** Rows of the three files, by id. */
export function readRequirements(folder = here): Map<string, Requirement> {
  const rows = readdirSync(folder)
    .filter((name) => name.startsWith('requirements-'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(1))
    .filter(Boolean)
    .map((line) => line.split('\t'))
  return new Map(rows.map(([id = '', area = '', kind = '', text = '']) => [id, { id, area, kind, text }]))
}

const read = (name: string) =>
  existsSync(join(reports, name)) ? JSON.parse(readFileSync(join(reports, name), 'utf8')) : undefined

interface VitestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}
interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; ok: boolean }[]
}

const ofVitest = (report: VitestReport | undefined): Result[] =>
  (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults.map((one) => ({ title: one.fullName, passed: one.status === 'passed' })),
  )

const ofPlaywright = (suites: PlaywrightSuite[] = [], above = ''): Result[] =>
  suites.flatMap((suite) => {
    const title = `${above} ${suite.title}`
    const own = (suite.specs ?? []).map((spec) => ({ title: `${title} ${spec.title}`, passed: spec.ok }))
    return [...own, ...ofPlaywright(suite.suites, title)]
  })

/** Ids in a title: `… [C124] [D239]`, also `[C124, D239]`. */
export const idsIn = (title: string): string[] =>
  [...title.matchAll(/\[([CDP]\d{3}(?:[ ,;]+[CDP]\d{3})*)\]/g)].flatMap(
    ([, list = '']) => list.match(/[CDP]\d{3}/g) ?? [],
  )

function main() {
  const requirements = readRequirements()
  const superseded = new Map(
    readFileSync(join(here, 'superseded.tsv'), 'utf8')
      .split('\n')
      .slice(1)
      .filter(Boolean)
      .map((line) => line.split('\t'))
      .map(([id = '', decision = '']) => [id, decision]),
  )
  const vitest = read('vitest.json')
  const playwright = read('playwright.json')
  if (!vitest || !playwright)
    process.stdout.write('Run `pnpm test` first; a report is missing, so its tests count for nothing.\n\n')

  const proven = new Set<string>()
  const failing = new Set<string>()
  const unknown = new Set<string>()
  for (const { title, passed } of [...ofVitest(vitest), ...ofPlaywright(playwright?.suites)])
    for (const id of idsIn(title)) {
      if (!requirements.has(id)) unknown.add(id)
      else (passed ? proven : failing).add(id)
    }
  for (const id of failing) proven.delete(id)

  const areas = Map.groupBy(requirements.values(), (row) => row.area)
  process.stdout.write('area                   proven  of\n')
  for (const [area, rows] of [...areas].toSorted(([a], [b]) => a.localeCompare(b))) {
    const count = rows.filter((row) => proven.has(row.id) || superseded.has(row.id)).length
    process.stdout.write(`${area.padEnd(22)} ${String(count).padStart(6)} ${String(rows.length).padStart(3)}\n`)
  }
  const open = [...requirements.values()].filter((row) => !proven.has(row.id) && !superseded.has(row.id))
  process.stdout.write(
    `\n${requirements.size - open.length} of ${requirements.size} proven or superseded\n\nWithout a passing test:\n`,
  )
  for (const row of open) process.stdout.write(`${row.id}  ${row.area.padEnd(20)} ${row.text.slice(0, 120)}\n`)
  if (unknown.size) {
    process.stderr.write(`\nUnknown ids in test titles: ${[...unknown].join(', ')}\n`)
    process.exit(1)
  }
}

if (import.meta.main) main()
