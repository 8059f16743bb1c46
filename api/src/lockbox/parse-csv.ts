import { parse } from 'csv-parse/sync'
import { createInvalidFileError, type ParsedCheck, parseCheckNo, parseDate, parseDigits } from './parsed-check.ts'
import { createTotalsChecker, type TotalLevel } from './totals.ts'

export const csvColumns = [
  'lockbox',
  'depositDate',
  'batch',
  'item',
  'amount',
  'checkNo',
  'remitter',
  'reference',
] as const
type Row = Record<(typeof csvColumns)[number], string>

/** Value that marks a line as a total. */
const total = 'total'

/** Converts a dollar amount to cents. Throws 422 if it is zero or has more than two decimals. */
function getCents(text: string, line: number): number {
  const [, dollars = '', cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  const amount = Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
  if (!dollars || amount === 0)
    throw createInvalidFileError(line, 'the amount must be above zero, with at most two decimals.')
  return amount
}

function lockboxIn({ lockbox, depositDate }: Row, line: number) {
  if (!/^\w{1,20}$/.test(lockbox))
    throw createInvalidFileError(line, 'the lockbox must have 1 to 20 letters or digits.')
  return { lockboxNo: lockbox, depositDate: parseDate(depositDate, line) }
}

/**
 * Returns the level of a total line. The level depends on which column contains `total`. Returns undefined for a check.
 */
function getLevel(row: Row, line: number): TotalLevel | undefined {
  if (row.lockbox === total) return 'file'
  if (row.batch === total) return { lockbox: lockboxIn(row, line) }
  if (row.item !== total) return undefined
  return { batch: { ...lockboxIn(row, line), batchNo: String(parseDigits(row.batch, line, 'the batch')) } }
}

function checkIn(row: Row, line: number): ParsedCheck {
  return {
    line,
    ...lockboxIn(row, line),
    batchNo: String(parseDigits(row.batch, line, 'the batch')),
    itemNo: String(parseDigits(row.item, line, 'the item')),
    amountCents: getCents(row.amount, line),
    checkNo: parseCheckNo(row.checkNo, line),
    payer: row.remitter.slice(0, 200),
    reference: row.reference.slice(0, 200),
  }
}

/**
 * Parses a CSV file of checks with a header line. The file must also contain a correct total for each batch, each
 * lockbox and the whole file (LBX-3). A total line contains `total` in its item, batch or lockbox column.
 * @throws {ApiError} 422 with the line if the file is invalid
 */
export function parseCsv(text: string): ParsedCheck[] {
  let rows: { record: Row; info: { lines: number } }[]
  try {
    rows = parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true, info: true })
  } catch (problem) {
    throw createInvalidFileError((problem as { lines?: number }).lines ?? 1, 'it cannot be read as CSV.')
  }
  const [first] = rows
  const missing = first && csvColumns.find((name) => !(name in first.record))
  if (!first || missing) throw createInvalidFileError(1, `the header names the columns ${csvColumns.join(', ')}.`)
  const totals = createTotalsChecker(['batch', 'lockbox', 'file'])
  const checks: ParsedCheck[] = []
  let isComplete = false
  for (const { record, info } of rows) {
    const line = info.lines
    if (isComplete) throw createInvalidFileError(line, 'there is data after the end of the file.')
    const level = getLevel(record, line)
    if (level) {
      const count = parseDigits(record.checkNo, line, 'the count')
      totals.addStatedTotal(level, { count, cents: getCents(record.amount, line) }, line)
      isComplete = level === 'file'
    } else {
      const check = checkIn(record, line)
      checks.push(check)
      totals.add(check)
    }
  }
  if (!isComplete) throw createInvalidFileError(rows.at(-1)?.info.lines ?? 1, 'the file ends before its total.')
  totals.requireAgreement()
  return checks
}
