import { useQuery } from '@tanstack/react-query'
import type { AutoPay, PolicyConfirmation } from '@tideline/sdk'
import type { AutomaticCharge } from '@tideline/web-kit/labels/amount-due.ts'
import { getAutomaticCharge, getAutoPayQuery, hasIncludedAmounts } from './auto-pay.ts'

/**
 * Returns auto-pay of a policy and its next charge. Returns nothing while it loads, and if no amount of the policy can be
 * charged automatically.
 */
export function useAutoPay(policy: Pick<PolicyConfirmation, 'policyNo' | 'obligations'>): {
  autoPay: AutoPay | undefined
  charge: AutomaticCharge | undefined
} {
  const autoPay = useQuery({
    ...getAutoPayQuery(policy.policyNo),
    enabled: hasIncludedAmounts(policy),
    meta: { errors: 'own' },
  }).data?.payload
  return { autoPay, charge: autoPay && getAutomaticCharge(autoPay) }
}
