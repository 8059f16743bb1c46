import type { PolicyConfirmation } from '@tideline/sdk'
import { money, moneyOrDash } from '@tideline/web-kit/formats/format.ts'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'

type Premium = Pick<
  PolicyConfirmation,
  | 'grossPremium'
  | 'policyFee'
  | 'taxes'
  | 'adjustments'
  | 'totalPremium'
  | 'totalDue'
  | 'currentlyDue'
  | 'paymentInterval'
  | 'processingAmount'
>

/** Premium, fee, taxes and total; then the balance, or for monthly payers the amount due now (spec 1 §2). */
export function PremiumFacts({ policy }: { policy: Premium }) {
  const isMonthly = policy.paymentInterval === 'Monthly'
  return (
    <Facts
      facts={[
        { label: 'Premium', value: money(policy.grossPremium), isNumber: true },
        { label: 'Policy Fee', value: moneyOrDash(policy.policyFee), isNumber: true },
        { label: 'Taxes', value: moneyOrDash(policy.taxes), isNumber: true },
        { label: 'Adjustments', value: policy.adjustments ? money(policy.adjustments) : undefined, isNumber: true },
        { label: 'Total Premium', value: money(policy.totalPremium), isNumber: true, isTotal: true },
        {
          label: isMonthly ? 'Current Amount Due' : 'Balance Due',
          value: money(isMonthly ? policy.currentlyDue : policy.totalDue),
          isNumber: true,
          isTotal: true,
        },
        {
          label: 'Bank Payment on its Way',
          value: policy.processingAmount > 0 ? money(policy.processingAmount) : undefined,
          isNumber: true,
        },
      ]}
    />
  )
}
