import type { Obligation } from './obligations.ts'

/**
 * Spreading an endorsement over the remaining installments of a monthly plan (BIL-15), as pure functions. Amounts are
 * integer cents, dates are `YYYY-MM-DD` at the insured property.
 */

export interface Installment {
  dueDate: string
  amountCents: number
}

type PlanObligation = Pick<Obligation, 'obligationNo' | 'invoiceId' | 'dueDate' | 'openCents'>

/**
 * Returns the remaining installments: open amounts due after `today` that belong to an invoice with several due dates,
 * in the order of their due dates.
 */
export function getRemainingInstallments<Row extends PlanObligation>(
  obligations: readonly Row[],
  today: string,
): Row[] {
  return obligations
    .filter(({ invoiceId, dueDate, openCents }) => {
      const isPlan = invoiceId !== null && obligations.filter((other) => other.invoiceId === invoiceId).length > 1
      return isPlan && openCents > 0 && dueDate > today
    })
    .toSorted((one, other) => one.dueDate.localeCompare(other.dueDate) || one.obligationNo - other.obligationNo)
}

/**
 * Splits a charge evenly over the due dates of the remaining installments. The last part includes the cents that cannot
 * be divided evenly. Returns undefined if no installment remains.
 */
export function spreadCharge(chargeCents: number, remaining: readonly PlanObligation[]): Installment[] | undefined {
  const dates = [...new Set(remaining.map(({ dueDate }) => dueDate))]
  if (dates.length === 0) return undefined
  const part = Math.floor(chargeCents / dates.length)
  return dates.map((dueDate, index) => ({
    dueDate,
    amountCents: index === dates.length - 1 ? chargeCents - part * (dates.length - 1) : part,
  }))
}

/**
 * Splits return premium evenly over the remaining installments. What one installment cannot take without becoming
 * negative reduces the others, the last one first. Returns the reduction of each installment by obligation number.
 * Return premium that exceeds all of them is not included.
 */
export function spreadReturnPremium(returnCents: number, remaining: readonly PlanObligation[]): Map<number, number> {
  const part = Math.floor(returnCents / Math.max(1, remaining.length))
  const reductions = new Map(remaining.map(({ obligationNo, openCents }) => [obligationNo, Math.min(part, openCents)]))
  let restCents = returnCents - [...reductions.values()].reduce((sum, cents) => sum + cents, 0)
  for (const { obligationNo, openCents } of remaining.toReversed()) {
    const reduced = reductions.get(obligationNo) ?? 0
    const more = Math.min(restCents, openCents - reduced)
    reductions.set(obligationNo, reduced + more)
    restCents -= more
  }
  return reductions
}
