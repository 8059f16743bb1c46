const transferType = 12

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

/** The documented rule of the transfer button: the money can be moved and is not an incoming transfer (type 12). */
export const isTransferable: typeof canMoveMoney = (payment, policy) =>
  payment.paymentTypeId !== transferType && canMoveMoney(payment, policy)

/** An incoming transfer that can be moved again: back to the policy that it came from, or on to the right one. */
export const isTransferableAgain: typeof canMoveMoney = (payment, policy) =>
  payment.paymentTypeId === transferType && canMoveMoney(payment, policy)

/**
 * Whether money of the payment can be moved to another policy. Not when it failed or was cancelled, is not applied, is below
 * zero, was moved as a whole, or when nothing is due and nothing was paid. Only settled money (`paid`) can be moved: what is
 * processing, disputed or refunded is not there.
 */
export const canMoveMoney = (
  payment: Transferable,
  /** What the policy still owes, and what was ever received for it. */
  policy: { dueCents: number; receivedCents: number },
): boolean =>
  payment.paymentStatus === 'paid' &&
  payment.isAppliedToPolicy &&
  payment.amountCents > 0 &&
  payment.leftCents > 0 &&
  (policy.dueCents !== 0 || policy.receivedCents !== 0)
