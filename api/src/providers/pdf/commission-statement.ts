import type { CommissionStatement } from '@tideline/sdk/types'
import { formatDollars } from './format-amount.ts'
import { type ComposedPdf, SheetWriter } from './sheet.ts'

export interface CommissionStatementData {
  statement: CommissionStatement
  /** Statement lines with amounts in dollars. `what` describes the transaction or adjustment. */
  lines: { what: string; lineId: string; premium: number | null; rate: number | null; commission: number }[]
  /** Number of omitted lines. */
  rest: number
  issuedAt: Date
}

const dollars = (amount: number) => formatDollars(Math.round(amount * 100))

/** Renders an agency's commission statement for a month. The PDF has the same line ids as the other file formats. */
export function renderCommissionStatement({
  statement,
  lines,
  rest,
  issuedAt,
}: CommissionStatementData): Promise<ComposedPdf> {
  const { agencyNo, agencyName, year, month, status, premium, commission, adjustments, total } = statement
  const name = `${String(month).padStart(2, '0')}/${year}`
  const sheet = new SheetWriter({ title: `Commission statement ${name}`, reference: `${agencyNo}, ${name}`, issuedAt })
  sheet.facts([
    ['Agency', `${agencyName} (${agencyNo})`],
    ['Month', name],
    ['Status', status === 'open' ? 'Open: these figures may still change' : status === 'paid' ? 'Paid' : 'Closed'],
    ['Commissionable premium', dollars(premium)],
    ['Commission', dollars(commission)],
    ['Adjustments', dollars(adjustments)],
    ['Total', dollars(total)],
  ])
  sheet.section('Lines')
  sheet.table(
    ['Transaction', 'Premium', 'Rate', 'Commission'],
    lines.map(({ what, lineId, premium, rate, commission }) => [
      `${what}\n${lineId}`,
      premium === null ? '' : dollars(premium),
      rate === null ? '' : `${Math.round(rate * 10_000) / 100}%`,
      dollars(commission),
    ]),
    ['Total', '', '', dollars(total)],
  )
  if (rest > 0) sheet.paragraph(`${rest} more lines are not printed. The CSV file contains all lines.`)
  return sheet.finish()
}
