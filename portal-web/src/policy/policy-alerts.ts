import type { PolicyConfirmation } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { isPaymentDue, type PaymentState } from '../base/processing-payment.ts'

type Policy = Pick<
  PolicyConfirmation,
  'isSigned' | 'isPaid' | 'currentlyDue' | 'dueDate' | 'isPaymentProcessing' | 'effectiveDate' | 'viewer'
> &
  PaymentState

const names = { 1: 'The agent', 2: 'The insured' } as const

/**
 * Returns who must sign or pay, and by when: one sentence for the viewer's own party, or one for each party for staff.
 * Signatures are due on the effective date, payments on the due date of the oldest open amount. Policyholders are
 * addressed as "You".
 */
export function getPolicyAlerts(policy: Policy): string[] {
  const { kind, party: own, isReadonly } = policy.viewer
  if (isReadonly) return []
  const mustPay = isPaymentDue(policy)
  const signBy = formatDate(policy.effectiveDate)
  const payBy = formatDate(policy.dueDate ?? policy.effectiveDate)
  return policy.isSigned
    .filter(({ party, requiresSignatures }) => requiresSignatures && (own === null || own === party))
    .flatMap(({ party, isSigned }) => {
      const [who, has] = kind === 'insured' ? ['You', 'have'] : [names[party], 'has']
      if (!isSigned) return [`${who} must sign by ${signBy}.`]
      return mustPay ? [`${who} ${has} signed; ${formatMoney(policy.currentlyDue)} must be paid by ${payBy}.`] : []
    })
}
