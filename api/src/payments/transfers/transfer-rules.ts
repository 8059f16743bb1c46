import { PaymentType } from '@tideline/sdk/words'

/** Stored status of a payment. */
export type PaymentStatus = 'processing' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'disputed'

/** Values that determine whether a payment may be moved to another policy, in cents. */
export interface TransferablePayment {
  paymentStatus: PaymentStatus
  amountCents: number
  /** Amount of the payment that the policy still has. */
  leftCents: number
  isAppliedToPolicy: boolean
  paymentTypeId: number
}

/**
 * Returns whether the transfer button is shown. The payment's money must be movable, and it must not be an incoming
 * transfer (type 12).
 */
export const isPaymentTransferable: typeof canMoveMoney = (payment, policy) =>
  payment.paymentTypeId !== PaymentType.transfer && canMoveMoney(payment, policy)

/** Returns whether an incoming transfer can be moved again, either back to its original policy or to another one. */
export const isPaymentTransferableAgain: typeof canMoveMoney = (payment, policy) =>
  payment.paymentTypeId === PaymentType.transfer && canMoveMoney(payment, policy)

/**
 * Returns whether money of the payment can be moved to another policy. The payment must be settled (`paid`), applied,
 * positive and not completely moved. Something must be due or paid on the policy.
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
