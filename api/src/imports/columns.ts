import { addDays } from '../calendar/days.ts'
import { chargeNames } from '../catalog/charges.ts'
import { findProduct, isEarthquake } from '../catalog/products.ts'

/** Cells of a row as text, by column name. */
export type RowCells = Partial<Record<ColumnName, string>>

/** A problem in a cell. The message contains the column name. */
export interface CellProblem {
  column: string
  message: string
}

/** A policy parsed from a row. Amounts are in cents. The inception date is `YYYY-MM-DD`. */
export interface ImportRow {
  productId: number
  agencyNo: string
  firstName: string
  lastName: string
  email: string
  phone: string
  addr1: string
  addr2: string | undefined
  city: string
  state: string
  zip: string
  county: string
  inceptionDate: string
  premiumCents: number
  feeCents: number
  buildingCents: number
  contentsCents: number | undefined
  deductibleCents: number
  interval: 'Annual' | 'Monthly'
  yearBuilt: number | undefined
}

interface Column<Value> {
  /** What the column contains, as shown on screens. */
  label: string
  sample: string
  isOptional?: boolean
  /** What a cell must contain, as shown in error messages and in the list of columns. */
  rule: string
  /** Returns the value of the cell, or the text of the rule that the cell violates. */
  read: (text: string) => { value: Value } | { rule: string }
}

const matching = <Value = string>(pattern: RegExp, rule: string, value: (text: string) => Value) => ({
  rule,
  read: (text: string) => (pattern.test(text) ? { value: value(text) } : { rule }),
})
const same = (text: string) => text
const upTo = (most: number) =>
  matching(new RegExp(`^.{1,${most}}$`, 'u'), `one line of at most ${most} characters.`, same)
const dollars = (rule: string, pattern = /^\d{1,9}(\.\d{1,2})?$/) =>
  matching(pattern, rule, (text) => Math.round(Number(text) * 100))

const getSerialDay = (serial: number) => addDays('1899-12-30', serial)
const isDay = (day: string) =>
  !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

/** Converts a date to `YYYY-MM-DD`. Accepts `2026-12-15`, `12/15/2026` and the serial number of a spreadsheet date. */
function getDay(text: string): string | undefined {
  const [, month = '', date = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  if (year) return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  if (/^[2-7]\d{4}$/.test(text)) return getSerialDay(Number(text))
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}

/** A rule for values that a pattern cannot check. `read` returns undefined for an invalid cell. */
const checked = <Value>(rule: string, read: (text: string) => Value | undefined) => ({
  rule,
  read: (text: string) => {
    const value = read(text)
    return value === undefined ? { rule } : { value }
  },
})

const column = <Value>(label: string, sample: string, rule: Pick<Column<Value>, 'read' | 'rule'>): Column<Value> => ({
  label,
  sample,
  ...rule,
})
const optional = <Value>(
  label: string,
  sample: string,
  rule: Pick<Column<Value>, 'read' | 'rule'>,
): Column<Value | undefined> => ({ ...column(label, sample, rule), isOptional: true })

/** Columns of the template in order, each with its label, rule and sample value. */
export const importColumns = {
  productId: column(
    'Product number',
    '1',
    checked('a product number from 1 to 8.', (text) =>
      /^[1-8]$/.test(text) && findProduct(Number(text)) ? Number(text) : undefined,
    ),
  ),
  agencyNo: column('Agency number', '100100', matching(/^\d{4,10}$/, 'an agency number of 4 to 10 digits.', same)),
  firstName: column('First name', 'Marina', upTo(100)),
  lastName: column('Last name', 'Sample', upTo(100)),
  email: column(
    'Email',
    'marina.sample@example.com',
    checked('an email address.', (text) =>
      text.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(text) ? text : undefined,
    ),
  ),
  phone: column('Phone number', '813-555-0142', matching(/^\d{3}-\d{3}-\d{4}$/, 'a phone number, ###-###-####.', same)),
  addr1: column('Street address', '1200 Bayshore Demo Blvd', upTo(200)),
  addr2: optional('Apartment or suite', '', upTo(200)),
  city: column('City', 'Tampa', upTo(100)),
  state: column('State', 'FL', matching(/^[A-Z]{2}$/, 'a two-letter state code in capital letters.', same)),
  zip: column('ZIP code', '33606', matching(/^\d{5}$/, 'exactly five digits.', same)),
  county: column('County', 'Hillsborough', upTo(100)),
  inceptionDate: column(
    'Inception date',
    '2026-12-15',
    checked('a date, YYYY-MM-DD.', (text) => {
      const day = getDay(text)
      return day && isDay(day) ? day : undefined
    }),
  ),
  premium: column(
    'Premium',
    '994.51',
    dollars('dollars above zero with at most two decimals.', /^(?=.*[1-9])\d{1,9}(\.\d{1,2})?$/),
  ),
  policyFee: optional(chargeNames.policy_fee, '75', dollars('dollars with at most two decimals.')),
  buildingLimit: column(
    'Building limit',
    '250000',
    dollars('dollars above zero with at most two decimals.', /^(?=.*[1-9])\d{1,9}(\.\d{1,2})?$/),
  ),
  contentsLimit: optional('Contents limit', '50000', dollars('dollars with at most two decimals.')),
  deductible: column('Deductible', '2000', dollars('dollars with at most two decimals.')),
  paymentInterval: optional(
    'Payment interval',
    'Annual',
    matching(/^(Annual|Monthly)$/, 'Annual or Monthly.', (text) => text as 'Annual' | 'Monthly'),
  ),
  yearBuilt: optional('Year built', '1994', matching(/^(1[6-9]|20)\d{2}$/, 'a year, four digits.', Number)),
} as const satisfies Record<string, Column<unknown>>

export type ColumnName = keyof typeof importColumns
export const columnNames = Object.keys(importColumns) as ColumnName[]
/** The names of the required columns. */
export const requiredColumnNames = columnNames.filter((name) => !(importColumns[name] as Column<unknown>).isOptional)
/** Column of the error file that lists the problems. It is ignored if the file is uploaded again. */
export const errorColumnName = 'error'

/**
 * Matches text that a spreadsheet would run as a formula. The apostrophe that our own files add before such text is
 * optional.
 */
const formula = /^'?[=+@\t\r-]/

function findProblem(name: ColumnName, text: string): string | undefined {
  const { isOptional, read } = importColumns[name] as Column<unknown>
  if (text === '') return isOptional ? undefined : 'is missing.'
  if (formula.test(text)) return `begins with "${text.slice(0, 1)}" as a formula does.`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
  if (/[\x00-\x1f\x7f]/.test(text) || !text.isWellFormed()) return 'contains a line break or control character.'
  const outcome = read(text)
  return 'rule' in outcome ? outcome.rule : undefined
}

const readCell = (name: ColumnName, { [name]: text = '' }: RowCells) => {
  const outcome = text === '' ? undefined : (importColumns[name] as Column<unknown>).read(text)
  return outcome && 'value' in outcome ? outcome.value : undefined
}

/**
 * Maximum number of days between today and the inception date, for dates after and before today. Terms that have
 * already ended cannot be imported.
 */
const daysAhead = 60
const daysBack = 364

/** Returns problems that depend on several cells or on the current date. */
function findCombinedProblems(row: ImportRow, today: string): CellProblem[] {
  const { inceptionDate: day } = row
  const say = (column: ColumnName, rule: string) => [{ column, message: `${column}: ${rule}` }]
  return [
    ...(day > addDays(today, daysAhead) ? say('inceptionDate', `must be at most ${daysAhead} days from today.`) : []),
    ...(day < addDays(today, -daysBack) ? say('inceptionDate', 'the term has already ended.') : []),
    ...(row.interval === 'Monthly' && !isEarthquake(row.productId)
      ? say('paymentInterval', 'only earthquake policies can be paid monthly.')
      : []),
  ]
}

/**
 * Parses a row into a policy, or returns the problems of its cells. Checks that require the database are in
 * `check-rows.ts`.
 * @param today the company's current date, `YYYY-MM-DD`
 */
export function parseImportRow(cells: RowCells, today: string): { row: ImportRow } | { problems: CellProblem[] } {
  const problems = columnNames.flatMap((name) => {
    const rule = findProblem(name, cells[name] ?? '')
    return rule ? [{ column: name, message: `${name}: ${rule}` }] : []
  })
  if (problems.length > 0) return { problems }
  const value = Object.fromEntries(columnNames.map((name) => [name, readCell(name, cells)]))
  const {
    premium,
    policyFee = 0,
    buildingLimit,
    contentsLimit,
    deductible,
    paymentInterval = 'Annual',
    ...rest
  } = value
  const row = {
    ...rest,
    premiumCents: premium,
    feeCents: policyFee,
    buildingCents: buildingLimit,
    contentsCents: contentsLimit,
    deductibleCents: deductible,
    interval: paymentInterval,
  } as ImportRow
  const more = findCombinedProblems(row, today)
  return more.length > 0 ? { problems: more } : { row }
}
