import type { Installment } from '../../ledger/installments.ts'

/**
 * The amount needed to reinstate a cancelled term without a lapse, and its due dates (DEL-19), as pure
 * functions. Amounts are integer cents, dates are `YYYY-MM-DD` at the insured property.
 */

/** An obligation of the term as it was invoiced. */
export interface InvoicedAmount extends Installment {
  obligationNo: number
}

export interface CancelledTerm {
  /** The policy's balance. Negative if the policy is in credit. */
  dueCents: number
  /** What the cancellation returned, which a reinstatement charges again. */
  returnedCents: number
  /** Amounts of the term since its last reinstatement, if any. */
  invoiced: readonly InvoicedAmount[]
}

const sum = (amounts: readonly Installment[]) => amounts.reduce((total, { amountCents }) => total + amountCents, 0)

/**
 * Returns the amounts of the term that would not be due by a date, by due date. The first amount of the term is always
 * due (BIL-2).
 */
export function getUpcomingAmounts(invoiced: readonly InvoicedAmount[], date: string): Installment[] {
  const upcoming = invoiced.filter(({ obligationNo, dueDate }) => obligationNo !== 1 && dueDate > date)
  return [...Map.groupBy(upcoming, ({ dueDate }) => dueDate)]
    .map(([dueDate, amounts]) => ({ dueDate, amountCents: sum(amounts) }))
    .toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))
}

/**
 * Returns what is missing to the amount that the term would have required by a date if it had not been cancelled.
 * Negative if more was paid.
 */
export const getShortfallCents = ({ dueCents, returnedCents, invoiced }: CancelledTerm, date: string): number =>
  dueCents + returnedCents - sum(getUpcomingAmounts(invoiced, date))

/**
 * Splits what a reinstatement charges: upcoming amounts keep their due dates, and the rest is due today. If the charge is
 * smaller than the upcoming amounts, the last ones are reduced.
 */
export function splitReinstatement(
  { returnedCents, invoiced }: Pick<CancelledTerm, 'returnedCents' | 'invoiced'>,
  today: string,
): Installment[] {
  let leftCents = returnedCents
  const upcoming = getUpcomingAmounts(invoiced, today).map(({ dueDate, amountCents }) => {
    const part = Math.min(leftCents, amountCents)
    leftCents -= part
    return { dueDate, amountCents: part }
  })
  return [{ dueDate: today, amountCents: leftCents }, ...upcoming].filter(({ amountCents }) => amountCents > 0)
}
