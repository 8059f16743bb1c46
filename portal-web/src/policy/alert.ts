import type { PolicyConfirmation } from '@tideline/sdk'
import { day, money } from '@tideline/web-kit/formats/format.ts'
import { mustBePaid, type Paying } from '../base/payment-under-way.ts'

type Policy = Pick<
  PolicyConfirmation,
  'isSigned' | 'isPaid' | 'currentlyDue' | 'isPaymentProcessing' | 'effectiveDate' | 'viewer'
> &
  Paying

const names = { 1: 'The agent', 2: 'The insured' } as const

/** Who must sign or pay, and by when: a sentence for the viewer's own party, for staff one for each (spec 2 §2). An insured is spoken to. */
export function alertsOf(policy: Policy): string[] {
  const { kind, party: own, isReadonly } = policy.viewer
  if (isReadonly) return []
  const mustPay = mustBePaid(policy)
  const by = day(policy.effectiveDate)
  return policy.isSigned
    .filter(({ party, requiresSignatures }) => requiresSignatures && (own === null || own === party))
    .flatMap(({ party, isSigned }) => {
      const [who, has] = kind === 'insured' ? ['You', 'have'] : [names[party], 'has']
      if (!isSigned) return [`${who} must sign by ${by}.`]
      return mustPay ? [`${who} ${has} signed; ${money(policy.currentlyDue)} must be paid by ${by}.`] : []
    })
}
