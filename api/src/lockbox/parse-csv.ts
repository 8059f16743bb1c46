import { parse } from 'csv-parse/sync'
import { checkNoOf, dayOf, digitsOf, type ParsedCheck, refuseFile } from './parsed-check.ts'

const columns = ['lockbox', 'depositDate', 'batch', 'item', 'amount', 'checkNo', 'remitter', 'reference'] as const
type Row = Record<(typeof columns)[number], string>

/** Dollars as they stand in a file, in cents: what has more than two decimals is no amount. */
function centsOf(text: string, line: number): number {
  const [, dollars = '', cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  const amount = Number(dollars) * 100 + Number(cents.padEnd(2, '0'))
  if (!dollars || amount === 0) throw refuseFile(line, 'the amount is dollars above zero, with at most two decimals.')
  return amount
}

/** Reads a CSV of checks with a header line. Throws 422 naming the line; then nothing of the file is imported. */
export function parseCsv(text: string): ParsedCheck[] {
  let rows: { record: Row; info: { lines: number } }[]
  try {
    rows = parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true, info: true })
  } catch (problem) {
    throw refuseFile((problem as { lines?: number }).lines ?? 1, 'it cannot be read as CSV.')
  }
  const [first] = rows
  const missing = first && columns.find((name) => !(name in first.record))
  if (!first || missing) throw refuseFile(1, `the header names the columns ${columns.join(', ')}.`)
  return rows.map(({ record, info: { lines } }) => {
    if (!/^\w{1,20}$/.test(record.lockbox)) throw refuseFile(lines, 'the lockbox has 1 to 20 letters or digits.')
    return {
      lockboxNo: record.lockbox,
      depositDate: dayOf(record.depositDate, lines),
      batchNo: String(digitsOf(record.batch, lines, 'the batch')),
      itemNo: String(digitsOf(record.item, lines, 'the item')),
      amountCents: centsOf(record.amount, lines),
      checkNo: checkNoOf(record.checkNo, lines),
      payer: record.remitter.slice(0, 200),
      reference: record.reference.slice(0, 200),
    }
  })
}
