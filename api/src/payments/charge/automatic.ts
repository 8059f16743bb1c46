import type { Policy } from '../../policy/visibility.ts'

/** A part is charged by itself within so many days of its due day: what fell due long ago is nobody's surprise. */
export const chargeWithinDays = 7

export interface RenewalDue extends Pick<Policy, 'isCancelled' | 'isPendingCancel' | 'originalTransType'> {
  /** The term before it is cancelled, or on its way there. */
  isEarlierEnding: boolean
  billsLender: boolean
  /** What a payment made now takes, in cents. */
  currentlyDueCents: number
  /** Of the renewal's own invoice, what has fallen due until today, in cents. */
  fallenDueCents: number
  /** On its way from a bank, in cents. */
  processingCents: number
}

/**
 * What a renewal charges by itself to who opted in, in cents: what it owes of the parts that have fallen due, and never the premium
 * of an endorsement, to which nobody opted in. Nothing where it ends, where the lender pays, or while a payment is under way.
 */
export function automaticCents(renewal: RenewalDue): number {
  const stands = !renewal.isCancelled && !renewal.isPendingCancel && !renewal.isEarlierEnding
  if (!stands || renewal.originalTransType !== 'RN' || renewal.billsLender || renewal.processingCents > 0) return 0
  return Math.max(0, Math.min(renewal.currentlyDueCents, renewal.fallenDueCents))
}
