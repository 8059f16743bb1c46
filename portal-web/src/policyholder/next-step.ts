import type { PolicyConfirmation, PolicyDetails } from '@tideline/sdk'
import { paths } from '@tideline/web-kit/paths.ts'
import { paymentUnderWay } from '../base/payment-under-way.ts'

type SignedAndPaid = Pick<PolicyDetails, 'isSigned' | 'isPaid'>

/** The insured is party 2; who need not sign has nothing left to do. */
export const insuredHasSigned = ({ isSigned }: Pick<SignedAndPaid, 'isSigned'>) => {
  const insured = isSigned.find(({ party }) => party === 2)
  return insured === undefined || insured.isSigned || !insured.requiresSignatures
}

type Paying = SignedAndPaid & Partial<Pick<PolicyConfirmation, 'isPaymentProcessing' | 'payments' | 'isBilledToLender'>>

/** Who brings the money, where the insured has nothing more to do for it. */
export function paidBy(policy: Paying): 'done' | 'bank' | 'lender' | undefined {
  if (policy.isPaid) return 'done'
  if (paymentUnderWay(policy) === 'bank') return 'bank'
  return policy.isBilledToLender ? 'lender' : undefined
}

/** What is still to be done by the insured. */
export const stepsLeft = (policy: Paying): ('sign' | 'pay')[] => [
  ...(insuredHasSigned(policy) ? [] : (['sign'] as const)),
  ...(paidBy(policy) ? [] : (['pay'] as const)),
]

/** After a deep link: signed and paid leads to the policies, anything else to the welcome page. */
export const afterDeepLink = (policy: SignedAndPaid) =>
  insuredHasSigned(policy) && policy.isPaid ? paths.policyholderSelect() : paths.policyholderWelcome()

/** After a link to cancel: signed and paid leads to the policy, anything else to the cancellation. */
export const afterCancelLink = (policy: SignedAndPaid & Pick<PolicyDetails, 'policyNo'>) =>
  insuredHasSigned(policy) && policy.isPaid ? paths.policyholderPolicy(policy.policyNo) : paths.policyholderCancel()

/** What the welcome page leads to: signing, else paying. */
export const afterWelcome = (policy: SignedAndPaid) =>
  insuredHasSigned(policy) ? paths.policyholderPayments() : paths.policyholderDocuments()

/**
 * The link request page for the product that an error names; a missing product counts as 2. Whoever comes back with a
 * link that was used is told that links work once.
 */
export function generateAfterError(error: { payload?: unknown; code?: string } | undefined) {
  const { ProductId = 2 } = (error?.payload ?? {}) as { ProductId?: number }
  return paths.policyholderGenerate({
    residential: ProductId === 1,
    used: error?.code === 'already_used',
  })
}
