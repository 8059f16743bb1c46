import type { PolicyDetails } from '@tideline/sdk'
import { Party } from '@tideline/sdk/words'
import { paths } from '@tideline/web-kit/paths.ts'

type SignedAndPaid = Pick<PolicyDetails, 'isSigned' | 'isPaid'>

/** Checks whether the insured (party 2) has signed. Returns true if no signature is required. */
export const hasInsuredSigned = ({ isSigned }: Pick<SignedAndPaid, 'isSigned'>) => {
  const insured = isSigned.find(({ party }) => party === Party.insured)
  return insured === undefined || insured.isSigned || !insured.requiresSignatures
}

type PaymentState = SignedAndPaid & Pick<PolicyDetails, 'payableAmount' | 'isPaymentProcessing' | 'isBilledToLender'>

/**
 * Returns why the insured does not have to pay: the policy is paid, processing payments cover the amount due (BIL-14),
 * or the lender is billed. Returns undefined if the insured must pay.
 */
export function getPaymentExemption(policy: PaymentState): 'done' | 'bank' | 'lender' | undefined {
  if (policy.isPaid) return 'done'
  if (policy.isPaymentProcessing && policy.payableAmount <= 0) return 'bank'
  return policy.isBilledToLender ? 'lender' : undefined
}

/** Returns the steps that the insured still has to complete. */
export const getRemainingSteps = (policy: PaymentState): ('sign' | 'pay')[] => [
  ...(hasInsuredSigned(policy) ? [] : (['sign'] as const)),
  ...(getPaymentExemption(policy) ? [] : (['pay'] as const)),
]

/** Returns the page that a deep link opens: the policy list if signed and paid, otherwise the welcome page. */
export const getPageAfterDeepLink = (policy: SignedAndPaid) =>
  hasInsuredSigned(policy) && policy.isPaid ? paths.policyholderSelect() : paths.policyholderWelcome()

type LinkedPolicy = SignedAndPaid & Pick<PolicyDetails, 'policyNo'>

/** Returns the page that a cancel link opens: the policy if signed and paid, otherwise the cancellation page. */
const getPageAfterCancelLink = (policy: LinkedPolicy) =>
  hasInsuredSigned(policy) && policy.isPaid ? paths.policyholderPolicy(policy.policyNo) : paths.policyholderCancel()

/**
 * Returns the page that a cancel or pay link opens, based on the link's path. A pay link opens the payment step with
 * the amount due now (EML-5). Returns undefined for other links.
 */
export function getPageAfterLink(linkPath: string, policy: LinkedPolicy): string | undefined {
  if (linkPath.startsWith('/policyholder/cancel/')) return getPageAfterCancelLink(policy)
  if (linkPath.startsWith('/policyholder/pay/')) return paths.policyholderPolicy(policy.policyNo, 'pay')
  return undefined
}

/** Returns the page after the welcome page: signing, or payment if already signed. */
export const getPageAfterWelcome = (policy: SignedAndPaid) =>
  hasInsuredSigned(policy) ? paths.policyholderPayments() : paths.policyholderDocuments()

/**
 * Returns the link request page for the product in an error, or for product 2 if the error contains no product. For a
 * link that was already used, the page explains that each link works only once.
 */
export function getLinkRequestPageAfterError(error: { payload?: unknown; code?: string } | undefined) {
  const { ProductId = 2 } = (error?.payload ?? {}) as { ProductId?: number }
  return paths.policyholderGenerate({
    residential: ProductId === 1,
    used: error?.code === 'already_used',
  })
}
