import { formatUsDate } from '../../calendar/format-date.ts'
import { sayDollars } from '../../http/money.ts'
import type { LetterTable } from '../../notifications/letter.ts'
import type { CancelledMoney } from './describe-money.ts'
import type { Refund } from './refund-rules.ts'

/** A cancellation with the figures that its letter tells, in cents. */
export interface CancelledAccount extends CancelledMoney, Pick<Refund, 'lines' | 'minimumCents'> {
  /** What was paid and not sent back when it was worked out. */
  paidCents: number
}

/**
 * The account of a cancelled policy: what each charge was, what is kept and what is returned of it; what was paid, goes back,
 * is held back and is still owed. What was paid less what is kept is what goes back and is held, less what is owed; where a paid
 * claim holds money back, it is kept until that is decided.
 */
export function cancellationTables(about: CancelledAccount): LetterTable[] {
  const rows = about.lines.map(({ description, chargedCents, keptCents, refundedCents }) => ({
    label: description,
    cents: [chargedCents, keptCents, refundedCents],
  }))
  const sum = (column: number) => rows.reduce((all, { cents }) => all + (cents[column] ?? 0), 0)
  const heldCents = about.held.reduce((all, { cents }) => all + cents, 0)
  const account = [
    { label: 'Paid', cents: [about.paidCents] },
    { label: about.isAhead ? 'Refunded when coverage ends' : 'Refund', cents: [about.refundCents] },
    ...(heldCents > 0 ? [{ label: 'On hold', cents: [heldCents] }] : []),
    { label: 'Still owed', cents: [about.dueCents] },
    ...about.processing.map(({ cents, submittedOn }) => ({
      label: `Processing since ${formatUsDate(submittedOn)}`,
      cents: [cents],
    })),
  ]
  return [
    {
      title: 'Policy cost',
      columns: ['Charge', 'Charged', 'Retained', 'Returned'],
      rows,
      total: { label: 'Total', cents: [sum(0), sum(1), sum(2)] },
    },
    { title: 'Your account', columns: ['', 'Amount'], rows: account },
  ]
}

/** Why more is kept than the days cost (PRI-3). */
export const describeMinimumPremium = (minimumCents: number): string[] =>
  minimumCents > 0 ? [`${sayDollars(minimumCents)} is retained to meet the minimum earned premium.`] : []
