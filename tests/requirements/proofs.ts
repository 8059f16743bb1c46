/** The kinds of test that a requirement's `verify` column can ask for. */
export const kinds = ['unit', 'api', 'contract', 'browser'] as const
export type Kind = (typeof kinds)[number]

export interface Requirement {
  id: string
  area: string
  text: string
  /** Each must have a passing test with the id. */
  asked: readonly Kind[]
}

export interface TestResult {
  /** From the root of the repository. */
  file: string
  title: string
  passed: boolean
}

/** More ids than this on one test, and its first failure hides too many others. */
export const mostIdsOnATest = 6

/** `contract + api test` asks for both kinds; the order says nothing. */
export function kindsIn(verify: string): Kind[] {
  const words: readonly string[] = verify.toLowerCase().match(/[a-z]+/g) ?? []
  const strange = words.filter((word) => word !== 'test' && !kinds.some((kind) => kind === word))
  const asked = kinds.filter((kind) => words.includes(kind))
  if (strange.length || !asked.length) throw new Error(`"${verify}" is not a kind of test`)
  return asked
}

/** What a test can prove follows from where it stands: a path in the contract proves no more than that it is there. */
export function getKind(file: string): Kind {
  if (file.startsWith('tests/browser/') || /\.browser\.test\.tsx?$/.test(file)) return 'browser'
  if (file.startsWith('tests/contract/')) return 'contract'
  if (/\.api\.test\.ts$/.test(file) || /^tests\/(security|faults|property)\//.test(file)) return 'api'
  return 'unit'
}

/** Ids in a title: `… [C124] [D239]`, also `[C124, D239]`. */
export const idsIn = (title: string): string[] =>
  [...title.matchAll(/\[([CDP]\d{3}(?:[ ,;]+[CDP]\d{3})*)\]/g)].flatMap(
    ([, list = '']) => list.match(/[CDP]\d{3}/g) ?? [],
  )

/** A row of a requirements file: id, area, kind, requirement, verify. */
export function readRow(line: string): Requirement {
  const [id = '', area = '', , text = '', verify = ''] = line.split('\t')
  return { id, area, text, asked: kindsIn(verify) }
}

export interface Proof extends Requirement {
  /** Kinds that have a passing test and no failing one. */
  passed: readonly Kind[]
  /** Kinds whose only passing tests are presence tables: they show that a field is sent, not how the server behaves. */
  presenceOnly: readonly Kind[]
  /** Kinds that are asked and not passed; empty is proven as asked. */
  missing: readonly Kind[]
}

export interface Proofs {
  rows: Proof[]
  /** Ids in titles that no requirement has: they would prove nothing. */
  unknown: string[]
  /** Tests that carry more ids than one test may. */
  crowded: TestResult[]
}

/** Tests that walk a table of documented fields and check of each only that the server sends it. */
const presenceTables = ['tests/answers/documented-fields.api.test.ts']

/** Holds the results against the rows. A kind whose tests of an id do not all pass does not count. */
export function prove(requirements: readonly Requirement[], results: readonly TestResult[]): Proofs {
  const known = new Set(requirements.map(({ id }) => id))
  const mentions = results.flatMap((result) => idsIn(result.title).map((id) => ({ id, result })))
  const byId = Map.groupBy(mentions, ({ id }) => id)
  const rows = requirements.map((row) => {
    const tests = (byId.get(row.id) ?? []).map(({ result }) => result)
    const passed = kinds.filter((kind) => {
      const own = tests.filter(({ file }) => getKind(file) === kind)
      return own.length > 0 && own.every((test) => test.passed)
    })
    const presenceOnly = passed.filter((kind) =>
      tests.filter(({ file }) => getKind(file) === kind).every(({ file }) => presenceTables.includes(file)),
    )
    return { ...row, passed, presenceOnly, missing: row.asked.filter((kind) => !passed.includes(kind)) }
  })
  return {
    rows,
    unknown: [...byId.keys()].filter((id) => !known.has(id)),
    crowded: results.filter(({ title }) => new Set(idsIn(title)).size > mostIdsOnATest),
  }
}

/** The kinds of proof of each requirement id, as recorded in a checked-in file. */
export type Baseline = ReadonlyMap<string, readonly Kind[]>

/** Reads `id<TAB>kinds` lines after the heading; kinds are separated by spaces. */
export const readBaseline = (text: string): Baseline =>
  new Map(
    text
      .split('\n')
      .slice(1)
      .filter(Boolean)
      .map((line) => {
        const [id = '', list = ''] = line.split('\t')
        return [id, kindsIn(list)]
      }),
  )

export function formatBaseline(baseline: Baseline): string {
  const sorted = [...baseline].toSorted(([a], [b]) => a.localeCompare(b))
  return `${['id\tkinds', ...sorted.map(([id, list]) => `${id}\t${list.join(' ')}`)].join('\n')}\n`
}

/** The baseline with every kind that a row has now and the baseline does not record yet. It never shrinks. */
export function growBaseline(baseline: Baseline, rows: readonly Proof[]): Baseline {
  const recorded = ({ id, passed }: Proof) =>
    kinds.filter((kind) => passed.includes(kind) || baseline.get(id)?.includes(kind))
  return new Map([
    ...baseline,
    ...rows.map((row) => [row.id, recorded(row)] as const).filter(([, list]) => list.length),
  ])
}

/** Kinds of proof that the baseline records and the results do not have: each is a requirement that lost a test. */
export function findLostProofs(baseline: Baseline, rows: readonly Proof[]): { id: string; lost: Kind[] }[] {
  const passed = new Map(rows.map((row) => [row.id, row.passed]))
  return [...baseline]
    .map(([id, recorded]) => ({ id, lost: recorded.filter((kind) => !passed.get(id)?.includes(kind)) }))
    .filter(({ lost }) => lost.length > 0)
}

/** Everything that makes a run fail, one line each. `presenceAllowed`: ids of rows that name fields and nothing more. */
export function findProblems(
  { rows, unknown, crowded }: Proofs,
  baseline: Baseline,
  presenceAllowed: Baseline,
): string[] {
  return [
    ...unknown.map((id) => `${id} is in a test title, but no requirement has this id.`),
    ...findLostProofs(baseline, rows).map(({ id, lost }) => `${id} lost its proof by ${lost.join(' + ')} test.`),
    ...rows
      .filter(({ missing }) => missing.length > 0)
      .map(({ id, missing }) => `${id} is not proven by ${missing.join(' + ')} test.`),
    ...crowded.map(({ file, title }) => `${file}: more than ${mostIdsOnATest} ids in one title: ${title.trim()}`),
    ...rows
      .map(({ id, presenceOnly }) => ({
        id,
        weak: presenceOnly.filter((kind) => !presenceAllowed.get(id)?.includes(kind)),
      }))
      .filter(({ weak }) => weak.length > 0)
      .map(({ id, weak }) => `${id}: its ${weak.join(' + ')} tests only check that a field is present.`),
  ]
}
