const transferType = 12

/** The status of a payment, as stored. */
export type PaymentStatus = 'processing' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'disputed'

/** The values that decide whether a payment may be moved to another policy, in cents. */
export interface TransferablePayment {
  paymentStatus: PaymentStatus
  amountCents: number
  /** The sum of the policy's rows that share the payment's id. */
  leftCents: number
  isAppliedToPolicy: boolean
  paymentTypeId: number
}

/**
 * Returns whether the transfer button is offered, by the documented rule: the money can be moved and is not an incoming
 * transfer (type 12).
 */
export const isTransferable: typeof canMoveMoney = (payment, policy) =>
  payment.paymentTypeId !== transferType && canMoveMoney(payment, policy)

/** Returns whether an incoming transfer can be moved again, back to its original policy or on to the right one. */
export const isTransferableAgain: typeof canMoveMoney = (payment, policy) =>
  payment.paymentTypeId === transferType && canMoveMoney(payment, policy)

/**
 * Returns whether money of the payment can be moved to another policy. Only settled money (`paid`) can. The payment
 * must be applied, positive, and not completely moved, and something must be due or paid on the policy.
 */
export const canMoveMoney = (
  payment: TransferablePayment,
  /** What the policy still owes, and what was received for it in total. */
  policy: { dueCents: number; receivedCents: number },
): boolean =>
  payment.paymentStatus === 'paid' &&
  payment.isAppliedToPolicy &&
  payment.amountCents > 0 &&
  payment.leftCents > 0 &&
  (policy.dueCents !== 0 || policy.receivedCents !== 0)
