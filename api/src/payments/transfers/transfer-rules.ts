import { PaymentType } from '@tideline/sdk/words'

/** Stored status of a payment. */
export type PaymentStatus = 'processing' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'disputed'

/** Values that determine whether a payment can be transferred. Amounts are in cents. */
export interface TransferablePayment {
  paymentStatus: PaymentStatus
  amountCents: number
  /** Amount of the payment that remains on the policy. */
  leftCents: number
  isAppliedToPolicy: boolean
  paymentTypeId: number
}

/**
 * Returns whether to show the transfer button: the payment can be transferred and is not itself a transfer from another
 * policy (type 12).
 */
export const isPaymentTransferable: typeof canMoveMoney = (payment, policy) =>
  payment.paymentTypeId !== PaymentType.transfer && canMoveMoney(payment, policy)

/** Returns whether a transfer from another policy can be transferred again, either back or to a third policy. */
export const isPaymentTransferableAgain: typeof canMoveMoney = (payment, policy) =>
  payment.paymentTypeId === PaymentType.transfer && canMoveMoney(payment, policy)

/**
 * Returns whether the payment's money can be moved to another policy. The payment must be settled (`paid`), applied and
 * positive, with a remaining amount. The policy must have a balance or received payments.
 */
export const canMoveMoney = (
  payment: TransferablePayment,
  /** The amount that the policy owes, and the total received for it. */
  policy: { dueCents: number; receivedCents: number },
): boolean =>
  payment.paymentStatus === 'paid' &&
  payment.isAppliedToPolicy &&
  payment.amountCents > 0 &&
  payment.leftCents > 0 &&
  (policy.dueCents !== 0 || policy.receivedCents !== 0)
