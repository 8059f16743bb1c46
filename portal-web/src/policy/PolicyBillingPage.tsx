import type { PolicyConfirmation } from '@tideline/sdk'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { describeAmountDue } from '@tideline/web-kit/labels/amount-due.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { AmountDueText } from '@tideline/web-kit/ui/AmountDueText.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { useParams } from 'react-router'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { usePolicyConfirmation } from '../base/usePolicy.ts'
import { AutoPayCard } from '../payments/AutoPay.card.tsx'
import { PaymentsCard } from '../payments/Payments.card.tsx'
import { useAutoPay } from '../payments/useAutoPay.ts'
import { InvoicesCard } from './Invoices.card.tsx'
import './policy.css'

/** The amount that is due now or next, and the balance. */
function BalanceCard({ policy }: { policy: PolicyConfirmation }) {
  const { charge } = useAutoPay(policy)
  const due = describeAmountDue(policy, {
    ...{ today: getToday(new Date()), isInsured: policy.viewer.kind === 'insured', charge },
  })
  return (
    <Card title="Balance">
      <div className="billing-balance">
        {due ? <AmountDueText due={due} /> : <p>Nothing is due.</p>}
        <DetailList
          facts={[
            { label: 'Insured', value: policy.insuredName },
            { label: 'Status', value: policy.status },
            { label: 'Total due', value: formatMoney(policy.totalDue), isNumber: true },
          ]}
        />
      </div>
    </Card>
  )
}

/** Page with the premium, invoices, and payments of a policy. Visible to everyone who can view the policy. */
export function PolicyBillingPage({ policyNo }: { policyNo: string }) {
  usePageTitle(`Billing of ${policyNo}`)
  const confirmation = usePolicyConfirmation(policyNo)
  const policy = confirmation.data?.payload
  useSetCurrentProduct(policy?.productId)
  return (
    <div className="stack">
      <h1>Billing of {policyNo}</h1>
      <QueryState
        query={confirmation}
        lines={8}
        label="Loading the billing"
        problem="The billing could not be loaded"
      />
      {policy && (
        <>
          <BalanceCard policy={policy} />
          <InvoicesCard policy={policy} />
          <AutoPayCard policy={policy} />
          <PaymentsCard policy={policy} isExpanded />
        </>
      )}
    </div>
  )
}

/** Renders the billing page for the policy in the URL. */
export function PolicyBillingRoute() {
  const { policyNo = '' } = useParams()
  return <PolicyBillingPage policyNo={policyNo} />
}
