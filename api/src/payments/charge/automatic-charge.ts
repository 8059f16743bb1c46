import type { Policy } from '../../policy/visibility.ts'

/**
 * Number of days after its due date during which an installment can still be charged automatically. A later charge
 * would surprise the payer.
 */
export const automaticChargeDays = 7

export interface RenewalDue extends Pick<Policy, 'isCancelled' | 'isPendingCancel' | 'originalTransType'> {
  /** Whether the previous term is cancelled or pending cancel. */
  isEarlierEnding: boolean
  billsLender: boolean
  /** The open part of the renewal's own invoice that is due by today, in cents. */
  fallenDueCents: number
  /** Bank payments in process, in cents. */
  processingCents: number
}

/**
 * Returns the cents to charge automatically for a renewal: unpaid installments that are due. The opt-in does not cover
 * endorsement premium, so it is excluded. Returns zero if the renewal is ending, the lender pays or a payment is
 * processing.
 */
export function getAutomaticChargeCents(renewal: RenewalDue): number {
  const stands = !renewal.isCancelled && !renewal.isPendingCancel && !renewal.isEarlierEnding
  if (!stands || renewal.originalTransType !== 'RN' || renewal.billsLender || renewal.processingCents > 0) return 0
  return renewal.fallenDueCents
}
