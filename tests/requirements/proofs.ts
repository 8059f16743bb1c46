/** Kinds of tests that the `verify` column of a requirement can name. */
const kinds = ['unit', 'api', 'contract', 'browser'] as const
export type Kind = (typeof kinds)[number]

export interface Requirement {
  id: string
  area: string
  text: string
  /** Kinds of tests that the requirement needs. Each needs a passing test with the requirement's id. */
  required: readonly Kind[]
}

export interface TestResult {
  /** Path of the test file, relative to the repository root. */
  file: string
  title: string
  passed: boolean
}

/**
 * Maximum number of ids in one test title. With more ids, the first failure in a test would hide too many requirements.
 */
const maxIdsPerTest = 6

/**
 * Parses the kinds of tests in a `verify` column, for example `contract + api test`, in any order.
 * @throws for an unknown kind
 */
export function parseKinds(verify: string): Kind[] {
  const words: readonly string[] = verify.toLowerCase().match(/[a-z]+/g) ?? []
  const strange = words.filter((word) => word !== 'test' && !kinds.some((kind) => kind === word))
  const requiredKinds = kinds.filter((kind) => words.includes(kind))
  if (strange.length || !requiredKinds.length) throw new Error(`"${verify}" is not a kind of test`)
  return requiredKinds
}

/**
 * Returns the kind of proof that a test file provides, based on its path. A contract test proves only that something is
 * in the contract.
 */
export function getKind(file: string): Kind {
  if (file.startsWith('tests/browser/') || /\.browser\.test\.tsx?$/.test(file)) return 'browser'
  if (file.startsWith('tests/contract/')) return 'contract'
  if (/\.api\.test\.ts$/.test(file) || /^tests\/(security|faults|property)\//.test(file)) return 'api'
  return 'unit'
}

/** Returns the requirement ids in a title: `… [C124] [D239]` or `[C124, D239]`. */
export const findIds = (title: string): string[] =>
  [...title.matchAll(/\[([CDP]\d{3}(?:[ ,;]+[CDP]\d{3})*)\]/g)].flatMap(
    ([, list = '']) => list.match(/[CDP]\d{3}/g) ?? [],
  )

/** Parses a row of a requirements file. The columns are id, area, kind, requirement, and verify. */
export function readRow(line: string): Requirement {
  const [id = '', area = '', , text = '', verify = ''] = line.split('\t')
  return { id, area, text, required: parseKinds(verify) }
}

export interface Proof extends Requirement {
  /** Kinds of tests that have a passing test and no failing test. */
  passed: readonly Kind[]
  /**
   * Kinds of tests for which only presence tables pass. A presence table shows that a field is sent, but not how the
   * server behaves.
   */
  presenceOnly: readonly Kind[]
  /** Required kinds of tests without a passing test. Empty if the requirement is proven. */
  missing: readonly Kind[]
}

export interface Proofs {
  rows: Proof[]
  /** Ids in test titles that do not belong to any requirement. */
  unknown: string[]
  /** Tests with more ids than `maxIdsPerTest`. */
  testsWithTooManyIds: TestResult[]
}

/** Presence tables: test files that only check whether the server sends each field in a table. */
const presenceTables = ['tests/responses/documented-fields.api.test.ts']

/**
 * Checks the requirements against the test results. A kind of test counts for a requirement only if all tests of that
 * kind with the requirement's id pass.
 */
export function prove(requirements: readonly Requirement[], results: readonly TestResult[]): Proofs {
  const known = new Set(requirements.map(({ id }) => id))
  const mentions = results.flatMap((result) => findIds(result.title).map((id) => ({ id, result })))
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
    return { ...row, passed, presenceOnly, missing: row.required.filter((kind) => !passed.includes(kind)) }
  })
  return {
    rows,
    unknown: [...byId.keys()].filter((id) => !known.has(id)),
    testsWithTooManyIds: results.filter(({ title }) => new Set(findIds(title)).size > maxIdsPerTest),
  }
}

/** Recorded kinds of proof by requirement id, read from a checked-in file. */
export type Baseline = ReadonlyMap<string, readonly Kind[]>

/** Parses the baseline. After a heading, each line is `id<TAB>kinds`, with the kinds separated by spaces. */
export const readBaseline = (text: string): Baseline =>
  new Map(
    text
      .split('\n')
      .slice(1)
      .filter(Boolean)
      .map((line) => {
        const [id = '', list = ''] = line.split('\t')
        return [id, parseKinds(list)]
      }),
  )

export function formatBaseline(baseline: Baseline): string {
  const sorted = [...baseline].toSorted(([a], [b]) => a.localeCompare(b))
  return `${['id\tkinds', ...sorted.map(([id, list]) => `${id}\t${list.join(' ')}`)].join('\n')}\n`
}

/** Adds newly proven kinds to the baseline. Kinds are never removed. */
export function growBaseline(baseline: Baseline, rows: readonly Proof[]): Baseline {
  const recorded = ({ id, passed }: Proof) =>
    kinds.filter((kind) => passed.includes(kind) || baseline.get(id)?.includes(kind))
  return new Map([
    ...baseline,
    ...rows.map((row) => [row.id, recorded(row)] as const).filter(([, list]) => list.length),
  ])
}

/**
 * Returns, by requirement, the recorded kinds of proof that are missing from the test results. Each one means that a
 * test was lost.
 */
function findLostProofs(baseline: Baseline, rows: readonly Proof[]): { id: string; lost: Kind[] }[] {
  const passed = new Map(rows.map((row) => [row.id, row.passed]))
  return [...baseline]
    .map(([id, recorded]) => ({ id, lost: recorded.filter((kind) => !passed.get(id)?.includes(kind)) }))
    .filter(({ lost }) => lost.length > 0)
}

/**
 * Returns the problems that make a run fail, one line each. `presenceAllowed` contains the ids of requirements that
 * only list fields.
 */
export function findProblems(
  { rows, unknown, testsWithTooManyIds: crowded }: Proofs,
  baseline: Baseline,
  presenceAllowed: Baseline,
): string[] {
  return [
    ...unknown.map((id) => `${id} is in a test title, but no requirement has this id.`),
    ...findLostProofs(baseline, rows).map(({ id, lost }) => `${id} lost its proof by ${lost.join(' + ')} test.`),
    ...rows
      .filter(({ missing }) => missing.length > 0)
      .map(({ id, missing }) => `${id} is not proven by ${missing.join(' + ')} test.`),
    ...crowded.map(({ file, title }) => `${file}: more than ${maxIdsPerTest} ids in one title: ${title.trim()}`),
    ...rows
      .map(({ id, presenceOnly }) => ({
        id,
        weak: presenceOnly.filter((kind) => !presenceAllowed.get(id)?.includes(kind)),
      }))
      .filter(({ weak }) => weak.length > 0)
      .map(({ id, weak }) => `${id}: its ${weak.join(' + ')} tests only check that a field is present.`),
  ]
}
