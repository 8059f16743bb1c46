import { csvColumns } from './parse-csv.ts'
import type { ParsedCheck } from './parsed-check.ts'

const dollars = (checks: readonly { amountCents: number }[]) =>
  (checks.reduce((sum, { amountCents }) => sum + amountCents, 0) / 100).toFixed(2)

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Writes checks as a CSV file for `parseCsv`, with totals for each batch, each lockbox and the file. */
export function writeCsv(checks: readonly Omit<ParsedCheck, 'line'>[]): string {
  const line = (...cells: string[]) => cells.map(quoted).join(',')
  const totalLine = (place: [string, string, string, string], part: readonly { amountCents: number }[]) =>
    line(...place, dollars(part), String(part.length), '', '')
  const lockboxes = Map.groupBy(checks, (check) => `${check.lockboxNo},${check.depositDate}`)
  return [
    csvColumns.join(','),
    ...[...lockboxes].flatMap(([lockbox, held]) => {
      const [no = '', day = ''] = lockbox.split(',')
      return [
        ...[...Map.groupBy(held, (check) => check.batchNo)].flatMap(([batch, part]) => [
          ...part.map((one) => line(no, day, batch, one.itemNo, dollars([one]), one.checkNo, one.payer, one.reference)),
          totalLine([no, day, batch, 'total'], part),
        ]),
        totalLine([no, day, 'total', ''], held),
      ]
    }),
    totalLine(['total', '', '', ''], checks),
    '',
  ].join('\n')
}
