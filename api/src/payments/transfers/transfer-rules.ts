/** Where a payment stands in the table. */
export type PaymentStatus = 'processing' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'disputed'

/** What decides whether a payment may be moved to another policy; money in cents. */
export interface Transferable {
  status: PaymentStatus
  amountCents: number
  /** The sum of the policy's rows that share the payment's id. */
  idTotalCents: number
  isAppliedToPolicy: boolean
  paymentTypeId: number
  /** What the policy still owes, and what was ever received for it. */
  dueCents: number
  receivedCents: number
}

/**
 * May the payment be moved? Not when it failed or was cancelled, is not applied, is below zero or was moved as a whole,
 * is a transfer itself (type 12), or when nothing is due and nothing was paid (spec 1 §4 and §6).
 */
export const mayBeTransferred = (payment: Transferable): boolean =>
  payment.status === 'paid' &&
  payment.amountCents > 0 &&
  payment.idTotalCents !== 0 &&
  payment.isAppliedToPolicy &&
  payment.paymentTypeId !== 12 &&
  (payment.dueCents !== 0 || payment.receivedCents !== 0)
