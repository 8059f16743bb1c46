import type { PolicyConfirmation } from '@tideline/sdk'
import { PaymentType } from '@tideline/sdk/words'

export type PaymentState = Partial<Pick<PolicyConfirmation, 'isPaymentProcessing' | 'payments'>>

/**
 * Returns the kind of payment that is processing. The payer cannot pay again during a bank payment, which takes days,
 * but can pay again during a card payment.
 */
export function getProcessingPaymentKind({
  isPaymentProcessing,
  payments = [],
}: PaymentState): 'bank' | 'card' | undefined {
  if (!isPaymentProcessing) return undefined
  const waiting = payments.filter(({ paymentStatus, amount }) => paymentStatus === 'processing' && amount > 0)
  return waiting.length > 0 && waiting.every(({ paymentTypeId }) => paymentTypeId === PaymentType.card)
    ? 'card'
    : 'bank'
}

/** Checks whether an amount is due now. Excludes amounts that processing payments already cover (BIL-14). */
export const isPaymentDue = ({
  isPaid,
  currentlyDue,
  payableAmount,
}: Pick<PolicyConfirmation, 'isPaid' | 'currentlyDue' | 'payableAmount'>) =>
  !isPaid && currentlyDue > 0 && payableAmount > 0
