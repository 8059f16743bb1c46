/** Where a payment stands in the table. */
export type PaymentStatus = 'processing' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'disputed'

/** What decides whether a payment may be moved to another policy; money in cents. */
export interface Transferable {
  paymentStatus: PaymentStatus
  amountCents: number
  /** The sum of the policy's rows that share the payment's id. */
  leftCents: number
  isAppliedToPolicy: boolean
  paymentTypeId: number
}

/**
 * May the payment be moved? Not when it failed or was cancelled, is not applied, is below zero or was moved as a whole,
 * is a transfer itself (type 12), or when nothing is due and nothing was paid (spec 1 §4 and §6). Only money that has
 * arrived and stayed, `paid`, can be moved: what is on its way, disputed or sent back is not there.
 */
export const mayBeTransferred = (
  payment: Transferable,
  /** What the policy still owes, and what was ever received for it. */
  policy: { dueCents: number; receivedCents: number },
): boolean =>
  payment.paymentStatus === 'paid' &&
  payment.isAppliedToPolicy &&
  payment.amountCents > 0 &&
  payment.leftCents > 0 &&
  payment.paymentTypeId !== 12 &&
  (policy.dueCents !== 0 || policy.receivedCents !== 0)
