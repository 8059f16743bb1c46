import type { PolicyConfirmation, PolicyTransaction } from '@tideline/sdk'
import { isEarthquake, productName } from '@tideline/sdk/words'
import { day, phone } from '@tideline/web-kit/formats/format.ts'
import { priorLossLabel } from '@tideline/web-kit/labels/labels.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { InceptionDate } from '../lifecycle/InceptionDate.tsx'
import { PropertyFacts } from '../summary/PropertyFacts.tsx'

interface OverviewCardProps {
  policy: PolicyConfirmation
  transaction: PolicyTransaction | undefined
}

export function OverviewCard({ policy, transaction }: OverviewCardProps) {
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
