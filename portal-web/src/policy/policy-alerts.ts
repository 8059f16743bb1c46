import type { NonpaymentNotice, PolicyConfirmation } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { isPaymentDue, type PaymentState } from '../base/processing-payment.ts'

type Policy = Pick<
  PolicyConfirmation,
  | 'isSigned'
  | 'isPaid'
  | 'currentlyDue'
  | 'dueDate'
  | 'isPaymentProcessing'
  | 'effectiveDate'
  | 'nonpaymentNotice'
  | 'viewer'
> &
  PaymentState

const names = { 1: 'The agent', 2: 'The insured' } as const

const holdReasons: Record<NonNullable<NonpaymentNotice['holdReason']>, string> = {
  processing: 'a payment is processing',
  disputed: 'a payment is disputed',
  moratorium: 'a regulatory moratorium applies',
  claim: 'a claim is open',
}

/**
 * Returns the sentence about an open notice of cancellation for nonpayment. Staff also see why the notice is on hold
 * (DEL-5).
 */
function getNoticeAlerts({
  nonpaymentNotice,
  viewer: { kind },
}: Pick<Policy, 'nonpaymentNotice' | 'viewer'>): string[] {
  if (!nonpaymentNotice) return []
  const { amount, payBy, holdReason } = nonpaymentNotice
  const goal = kind === 'insured' ? 'keep your coverage' : 'keep the policy in force'
  const hold = holdReason ? ` The notice is on hold because ${holdReasons[holdReason]}.` : ''
  return [`Cancellation notice for nonpayment: pay ${formatMoney(amount)} by ${formatDate(payBy)} to ${goal}.${hold}`]
}

/** Returns the sentence for a renewal on hold, which every viewer sees (REN-5). */
export const getRenewalHoldAlert = ({ renewalHold }: Pick<PolicyConfirmation, 'renewalHold'>): string | undefined =>
  renewalHold
    ? `Renewal on hold: pay ${formatMoney(renewalHold.amount)} by ${formatDate(renewalHold.payBy)}.`
    : undefined

/**
 * Returns the alert about a notice of cancellation. Also returns one sentence, with the due date, for each party that
 * must sign or pay. Agents and policyholders see only their own party. Staff see both.
 */
export function getPolicyAlerts(policy: Policy): string[] {
  const { kind, party: own, isReadonly } = policy.viewer
  const notices = getNoticeAlerts(policy)
  if (isReadonly) return notices
  const mustPay = isPaymentDue(policy)
  const signBy = formatDate(policy.effectiveDate)
  const payBy = formatDate(policy.dueDate ?? policy.effectiveDate)
  const tasks = policy.isSigned
    .filter(({ party, requiresSignatures }) => requiresSignatures && (own === null || own === party))
    .flatMap(({ party, isSigned }) => {
      const [who, has] = kind === 'insured' ? ['You', 'have'] : [names[party], 'has']
      if (!isSigned) return [`${who} must sign by ${signBy}.`]
      return mustPay ? [`${who} ${has} signed; ${formatMoney(policy.currentlyDue)} must be paid by ${payBy}.`] : []
    })
  return [...notices, ...tasks]
}
