import type { PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake, productName } from '@tideline/sdk/words'
import { day, phone } from '@tideline/web-kit/formats/format.ts'
import { priorLossLabel } from '@tideline/web-kit/labels/labels.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { useTransactions } from '../base/usePolicy.ts'
import { InceptionDate } from '../lifecycle/InceptionDate.tsx'
import { PropertyFacts } from '../summary/PropertyFacts.tsx'

export function OverviewCard({ policy }: { policy: PolicyConfirmation }) {
  const transaction = useTransactions(policy.policyNo).data?.at(-1)
  return (
    <Card title="Overview">
      <Facts
        inColumns
        facts={[
          { label: 'Product Type', value: productName(policy.productId) },
          { label: 'Inception Date', value: <InceptionDate policy={policy} /> },
          { label: 'Expiration Date', value: day(policy.expirationDate) },
          { label: 'Insured', value: policy.insuredName ?? `${policy.firstName} ${policy.lastName}` },
          { label: 'Email', value: policy.email },
          { label: 'Phone', value: policy.phone ? phone(policy.phone) : undefined },
          {
            label: 'Prior Loss History',
            value: isEarthquake(policy.productId) ? undefined : priorLossLabel(transaction?.priorClaims),
          },
        ]}
      />
      {transaction && <PropertyFacts transaction={transaction} inColumns />}
    </Card>
  )
}

export const card: PolicyCard = { column: 'main', place: 20, ofPolicy: OverviewCard, height: 320 }
