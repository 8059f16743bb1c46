import type { PolicyConfirmation } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { isPaymentDue } from '../base/processing-payment.ts'

type Policy = Pick<
  PolicyConfirmation,
  'isSigned' | 'isPaid' | 'currentlyDue' | 'payableAmount' | 'dueDate' | 'effectiveDate' | 'viewer'
>

const names = { 1: 'The agent', 2: 'The insured' } as const

/**
 * Returns one sentence, with the due date, for each party that must sign or pay. Agents and policyholders see only
 * their own party, staff see all parties, and read-only users see none.
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
      return mustPay ? [`${who} ${has} signed; ${formatMoney(policy.payableAmount)} must be paid by ${payBy}.`] : []
    })
}
