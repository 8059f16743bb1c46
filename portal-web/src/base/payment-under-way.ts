import type { PolicyConfirmation } from '@tideline/sdk'
import { getDenialReason } from './may-of.ts'

export type Paying = Partial<Pick<PolicyConfirmation, 'isPaymentProcessing' | 'payments'>>

const cardTypeId = 4

/**
 * What of a policy's payments is on its way. A bank's takes days, and there is nothing to do until then; a card's is over within
 * seconds, or waits for its payer, who turned away from the bank's question and may pay anew.
 */
export function paymentUnderWay({ isPaymentProcessing, payments = [] }: Paying): 'bank' | 'card' | undefined {
  if (!isPaymentProcessing) return undefined
  const waiting = payments.filter(({ paymentStatus, amount }) => paymentStatus === 'processing' && amount > 0)
  return waiting.length > 0 && waiting.every(({ paymentTypeId }) => paymentTypeId === cardTypeId) ? 'card' : 'bank'
}

/**
 * Why this viewer cannot pay now. What the server says of a payment on its way is said of a bank's: a card payment that its payer
 * turned away from may be looked at, and made anew.
 */
export const whyNotPay = (policy: Paying & Pick<PolicyConfirmation, 'can' | 'viewer'>) =>
  paymentUnderWay(policy) === 'card' && !policy.viewer.isReadonly ? undefined : getDenialReason(policy, 'pay')

/** Something is due now, and no bank has it in hand. */
export const mustBePaid = (policy: Paying & Pick<PolicyConfirmation, 'isPaid' | 'currentlyDue'>) =>
  !policy.isPaid && policy.currentlyDue > 0 && paymentUnderWay(policy) !== 'bank'
