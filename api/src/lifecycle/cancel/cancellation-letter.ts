import { formatUsDate } from '../../calendar/format-date.ts'
import { formatDollars } from '../../http/money.ts'
import type { DueFacts } from '../../ledger/obligations.ts'
import type { LetterTable } from '../../notifications/letter.ts'
import { type CancellationAmounts, getRefundCents } from './cancellation-amounts.ts'
import type { Refund } from './refund-rules.ts'

/** Amounts that only the letter of a cancellation lists, in cents. */
export interface CancellationCharges extends Pick<Refund, 'lines' | 'minimumCents'> {
  /** Amount that was paid and not refunded when the cancellation was calculated. */
  paidCents: number
}

/**
 * Builds the tables of a cancellation letter: the amounts per charge, and the payments, the amount due and the balance.
 * An amount on hold for a paid claim counts as retained until staff decide.
 */
export function buildCancellationTables(
  amounts: CancellationAmounts,
  charges: CancellationCharges,
  due: Pick<DueFacts, 'dueLabel' | 'dueCents'>,
): LetterTable[] {
  const rows = charges.lines.map(({ description, chargedCents, keptCents, refundedCents }) => ({
    label: description,
    cents: [chargedCents, keptCents, refundedCents],
  }))
  const sum = (column: number) => rows.reduce((all, { cents }) => all + (cents[column] ?? 0), 0)
  const heldCents = amounts.held.reduce((all, { cents }) => all + cents, 0)
  const account = [
    { label: 'Paid', cents: [charges.paidCents] },
    { label: amounts.isPlanned ? 'Refunded when coverage ends' : 'Refund', cents: [getRefundCents(amounts)] },
    ...(heldCents > 0 ? [{ label: 'On hold', cents: [heldCents] }] : []),
    ...(due.dueCents > 0 ? [{ label: due.dueLabel, cents: [due.dueCents] }] : []),
    { label: 'Balance', cents: [amounts.balanceCents] },
    ...amounts.processing.map(({ cents, submittedOn }) => ({
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

/** Explains why the retained premium exceeds the earned premium (PRI-3). */
export const describeMinimumPremium = (minimumCents: number): string[] =>
  minimumCents > 0 ? [`${formatDollars(minimumCents)} is retained to meet the minimum earned premium.`] : []
