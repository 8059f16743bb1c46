import type { PolicyConfirmation } from '@tideline/sdk'
import { day, money } from '@tideline/web-kit/formats/format.ts'

type Policy = Pick<
  PolicyConfirmation,
  'isSigned' | 'isPaid' | 'currentlyDue' | 'isPaymentProcessing' | 'effectiveDate' | 'viewer'
>

const names = { 1: 'agent', 2: 'insured' } as const

/** Who must sign or pay, and by when: a sentence for the viewer's own party, for staff one for each (spec 2 §2). */
export function alertsOf(policy: Policy): string[] {
  const { party: own, isReadonly } = policy.viewer
  if (isReadonly) return []
  const mustPay = !policy.isPaid && policy.currentlyDue > 0 && !policy.isPaymentProcessing
  const by = day(policy.effectiveDate)
  return policy.isSigned
    .filter(({ party, requiresSignatures }) => requiresSignatures && (own === null || own === party))
    .flatMap(({ party, isSigned }) => {
      if (!isSigned) return [`The ${names[party]} must sign by ${by}.`]
      return mustPay ? [`The ${names[party]} has signed; ${money(policy.currentlyDue)} must be paid by ${by}.`] : []
    })
}
