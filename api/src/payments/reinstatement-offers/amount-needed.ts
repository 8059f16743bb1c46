import type { Installment } from '../../ledger/installments.ts'

/**
 * Pure functions for the amount needed to reinstate a cancelled term, and for its due dates (DEL-19, DEL-27).
 * Amounts are integer cents, dates are `YYYY-MM-DD` at the insured property.
 */

/** An obligation of the term as it was invoiced. */
export interface InvoicedAmount extends Installment {
  obligationNo: number
}

export interface CancelledTerm {
  /** The policy's balance. Negative if the policy is in credit. */
  dueCents: number
  /** Amount that the cancellation returned. A reinstatement charges it again. */
  returnedCents: number
  /** Amounts invoiced since the term's last reinstatement, or since its start. */
  invoiced: readonly InvoicedAmount[]
}

const sum = (amounts: readonly Installment[]) => amounts.reduce((total, { amountCents }) => total + amountCents, 0)

/**
 * Returns the term's amounts with due dates after `date`, sorted by due date. Excludes the first amount of the term,
 * which is always due (BIL-2).
 */
export function getUpcomingAmounts(invoiced: readonly InvoicedAmount[], date: string): Installment[] {
  const upcoming = invoiced.filter(({ obligationNo, dueDate }) => obligationNo !== 1 && dueDate > date)
  return [...Map.groupBy(upcoming, ({ dueDate }) => dueDate)]
    .map(([dueDate, amounts]) => ({ dueDate, amountCents: sum(amounts) }))
    .toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))
}

/**
 * Returns the unpaid amount that will be due on `date` if the term is reinstated, in cents: the balance and the charge of
 * the reinstatement, without the amounts that are not due yet (DEL-28). For a reinstatement with a lapse, the charge
 * excludes the lapse (DEL-27). Negative if more was paid.
 */
export const getShortfallCents = ({ dueCents, returnedCents, invoiced }: CancelledTerm, date: string): number =>
  dueCents + returnedCents - sum(getUpcomingAmounts(invoiced, date))

/**
 * Splits the charge of a reinstatement into installments. Upcoming amounts keep their due dates, and the rest is due
 * today. If the charge is smaller than the upcoming amounts, the latest installments are reduced. Returns no installments
 * if the reinstatement charges nothing: the return premium is on hold for a claim, so only the lapse is credited.
 */
export function splitReinstatement(
  { returnedCents, invoiced }: Pick<CancelledTerm, 'returnedCents' | 'invoiced'>,
  today: string,
): Installment[] {
  let leftCents = Math.max(0, returnedCents)
  const upcoming = getUpcomingAmounts(invoiced, today).map(({ dueDate, amountCents }) => {
    const part = Math.min(leftCents, amountCents)
    leftCents -= part
    return { dueDate, amountCents: part }
  })
  return [{ dueDate: today, amountCents: leftCents }, ...upcoming].filter(({ amountCents }) => amountCents > 0)
}
