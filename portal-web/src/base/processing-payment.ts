import type { PolicyConfirmation } from '@tideline/sdk'
import { PaymentType } from '@tideline/sdk/words'
import { getDenialReason } from './policy-permissions.ts'

export type PaymentState = Partial<Pick<PolicyConfirmation, 'isPaymentProcessing' | 'payments'>>

/**
 * Returns the kind of payment that is processing. The payer cannot pay again during a bank payment, which takes days,
 * but can during a card payment.
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

/**
 * Returns the reason why the viewer cannot pay. Ignores a card payment that is processing because its payer can pay
 * again.
 */
export const getPaymentDenialReason = (policy: PaymentState & Pick<PolicyConfirmation, 'can' | 'viewer'>) =>
  getProcessingPaymentKind(policy) === 'card' && !policy.viewer.isReadonly ? undefined : getDenialReason(policy, 'pay')

/** Checks whether an amount is due now and no bank payment is processing. */
export const isPaymentDue = (policy: PaymentState & Pick<PolicyConfirmation, 'isPaid' | 'currentlyDue'>) =>
  !policy.isPaid && policy.currentlyDue > 0 && getProcessingPaymentKind(policy) !== 'bank'
