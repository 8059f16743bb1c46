import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { useParams } from 'react-router'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { usePolicyConfirmation } from '../base/usePolicy.ts'
import { AutoPayCard } from '../payments/AutoPay.card.tsx'
import { PaymentsCard } from '../payments/Payments.card.tsx'
import { InvoicesCard } from './Invoices.card.tsx'

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
          <Card title="Balance">
            <DetailList
              facts={[
                { label: 'Insured', value: policy.insuredName },
                { label: 'Status', value: policy.status },
                { label: 'Due now', value: formatMoney(policy.currentlyDue), isNumber: true },
                { label: 'Total due', value: formatMoney(policy.totalDue), isNumber: true, isTotal: true },
              ]}
            />
          </Card>
          <InvoicesCard policy={policy} />
          <AutoPayCard policy={policy} />
          <PaymentsCard policy={policy} />
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
