import type { PolicyConfirmation } from '@tideline/sdk'
import { formatMoney, formatMoneyOrDash } from '@tideline/web-kit/formats/format.ts'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { getProcessingPaymentKind, type PaymentState } from '../base/processing-payment.ts'

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
  | 'isPolicyCancelled'
> &
  PaymentState & {
    invoices: Pick<PolicyConfirmation['invoices'], 'total' | 'paid'>
  }

const fact = (label: string, amount: number) => ({ label, value: formatMoney(amount), isNumber: true })

const inProgress = { bank: 'Bank Payment Processing', card: 'Card Payment not Confirmed' } as const

/**
 * Returns the amounts that explain the balance of a cancelled policy: unearned premium refunded, earned premium, and
 * payments received.
 */
const getCancellationFacts = ({ totalPremium, invoices: { total, paid } }: Premium) => [
  fact('Unearned Premium (Refund)', (Math.round(total * 100) - Math.round(totalPremium * 100)) / 100),
  fact('Earned Premium', total),
  fact('Net Payments Received', paid),
]

const balance = ({ paymentInterval, isPolicyCancelled, totalDue, currentlyDue }: Premium) => {
  if (totalDue < 0) return fact('Refund Amount', -totalDue)
  return paymentInterval === 'Monthly' && !isPolicyCancelled
    ? fact('Current Amount Due', currentlyDue)
    : fact('Balance Due', totalDue)
}

/**
 * Shows premium, fee, taxes, total, and balance. For monthly payers, shows the amount due now instead of the balance
 * (BIL-6).
 */
export function PremiumFacts({ policy }: { policy: Premium }) {
  return (
    <DetailList
      facts={[
        fact('Premium', policy.grossPremium),
        { label: 'Policy Fee', value: formatMoneyOrDash(policy.policyFee), isNumber: true },
        { label: 'Taxes', value: formatMoneyOrDash(policy.taxes), isNumber: true },
        ...(policy.adjustments ? [fact('Adjustments', policy.adjustments)] : []),
        { ...fact('Total Premium', policy.totalPremium), isTotal: true },
        ...(policy.isPolicyCancelled ? getCancellationFacts(policy) : []),
        { ...balance(policy), isTotal: true },
        ...(policy.processingAmount > 0
          ? [fact(inProgress[getProcessingPaymentKind(policy) ?? 'bank'], policy.processingAmount)]
          : []),
      ]}
    />
  )
}
