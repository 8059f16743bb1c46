import type { PolicyConfirmation, PolicyDetails } from '@tideline/sdk'
import { paths } from '@tideline/web-kit/paths.ts'
import { paymentUnderWay } from '../base/payment-under-way.ts'

type SignedAndPaid = Pick<PolicyDetails, 'isSigned' | 'isPaid'>

/** Checks whether the insured, party 2, has signed. An insured who is not required to sign counts as signed. */
export const insuredHasSigned = ({ isSigned }: Pick<SignedAndPaid, 'isSigned'>) => {
  const insured = isSigned.find(({ party }) => party === 2)
  return insured === undefined || insured.isSigned || !insured.requiresSignatures
}

type Paying = SignedAndPaid & Partial<Pick<PolicyConfirmation, 'isPaymentProcessing' | 'payments' | 'isBilledToLender'>>

/**
 * Returns why the insured has no payment to make: it is paid, a bank payment is processing, or the lender is billed.
 */
export function paidBy(policy: Paying): 'done' | 'bank' | 'lender' | undefined {
  if (policy.isPaid) return 'done'
  if (paymentUnderWay(policy) === 'bank') return 'bank'
  return policy.isBilledToLender ? 'lender' : undefined
}

/** Returns the steps that remain for the insured. */
export const stepsLeft = (policy: Paying): ('sign' | 'pay')[] => [
  ...(insuredHasSigned(policy) ? [] : (['sign'] as const)),
  ...(paidBy(policy) ? [] : (['pay'] as const)),
]

/** Returns the page after a deep link: the policies if signed and paid, otherwise the welcome page. */
export const afterDeepLink = (policy: SignedAndPaid) =>
  insuredHasSigned(policy) && policy.isPaid ? paths.policyholderSelect() : paths.policyholderWelcome()

/** Returns the page after a cancel link: the policy if signed and paid, otherwise the cancellation. */
export const afterCancelLink = (policy: SignedAndPaid & Pick<PolicyDetails, 'policyNo'>) =>
  insuredHasSigned(policy) && policy.isPaid ? paths.policyholderPolicy(policy.policyNo) : paths.policyholderCancel()

/** Returns the page after the welcome page: signing, or paying if already signed. */
export const afterWelcome = (policy: SignedAndPaid) =>
  insuredHasSigned(policy) ? paths.policyholderPayments() : paths.policyholderDocuments()

/**
 * Returns the link request page for the product in an error. A missing product counts as 2. After a used link, the page
 * explains that links work only once.
 */
export function generateAfterError(error: { payload?: unknown; code?: string } | undefined) {
  const { ProductId = 2 } = (error?.payload ?? {}) as { ProductId?: number }
  return paths.policyholderGenerate({
    residential: ProductId === 1,
    used: error?.code === 'already_used',
  })
}
