import type { PolicyConfirmation, PolicyTransaction } from '@tideline/sdk'
import { isEarthquake, productName } from '@tideline/sdk/words'
import { day } from '@tideline/web-kit/formats/format.ts'
import { payerLabel, priorLossLabel } from '@tideline/web-kit/labels/labels.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { getMeta } from '../base/transaction-meta.ts'
import { useTransactions } from '../base/usePolicy.ts'
import { InceptionDate } from '../lifecycle/InceptionDate.tsx'
import { productTitle } from '../summary/product-type.ts'
import { propertyFacts } from '../summary/property-facts.ts'
import { StateMap } from '../summary/StateMap.tsx'

/** Building facts that earthquake policies do not have. */
const buildingFacts = (transaction: PolicyTransaction | undefined) => [
  { label: 'Prior Loss History', value: priorLossLabel(transaction?.priorClaims) },
  { label: 'Number of Units', value: getMeta(transaction).numberOfUnits || undefined },
  { label: 'EC Elevation', value: transaction?.ecElevation },
]

export function OverviewCard({ policy }: { policy: PolicyConfirmation }) {
  const transaction = useTransactions(policy.policyNo).data?.at(-1)
  return (
    <Card title="Overview" fold="narrow">
      <Facts
        inColumns
        facts={[
          { label: 'Product Type', value: productName(policy.productId) },
          { label: 'Building Type', value: transaction && productTitle(transaction) },
          { label: 'Inception Date', value: <InceptionDate policy={policy} /> },
          { label: 'Expiration Date', value: day(policy.expirationDate) },
          { label: 'Bill Initially', value: payerLabel(transaction?.billInitially) },
          { label: 'Bill on Renewal', value: payerLabel(transaction?.billOnRenewal) },
          ...(isEarthquake(policy.productId) ? [] : buildingFacts(transaction)),
          ...(transaction ? propertyFacts(transaction) : []),
        ]}
      />
      {transaction && <StateMap of={transaction} />}
    </Card>
  )
}

export const card: PolicyCard = { column: 'main', place: 20, ofPolicy: OverviewCard, height: 320 }
