import type { PolicyConfirmation, PolicyTransaction } from '@tideline/sdk'
import { getProductName, isEarthquake } from '@tideline/sdk/words'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { getPayerLabel, getPriorLossLabel } from '@tideline/web-kit/labels/labels.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { parseTransactionMeta } from '../base/transaction-meta.ts'
import { usePolicyTransactions } from '../base/usePolicy.ts'
import { InceptionDate } from '../lifecycle/InceptionDate.tsx'
import { PropertyCountyMap } from '../summary/PropertyCountyMap.tsx'
import { getProductTitle } from '../summary/product-type.ts'
import { getPropertyFacts } from '../summary/property-facts.ts'

/** Returns facts about the building. Earthquake policies do not have these facts. */
const buildingFacts = (transaction: PolicyTransaction | undefined) => [
  { label: 'Prior Loss History', value: getPriorLossLabel(transaction?.priorClaims) },
  { label: 'Number of Units', value: parseTransactionMeta(transaction).numberOfUnits || undefined },
  { label: 'EC Elevation', value: transaction?.ecElevation },
]

export function OverviewCard({ policy }: { policy: PolicyConfirmation }) {
  const transaction = usePolicyTransactions(policy.policyNo).data?.at(-1)
  return (
    <Card
      title="Overview"
      fold="collapsed"
      summary={transaction && getProductTitle(transaction)}
      className="policy-overview"
    >
      <div className="policy-overview-body">
        <DetailList
          inColumns
          facts={[
            { label: 'Product Type', value: getProductName(policy.productId) },
            { label: 'Building Type', value: transaction && getProductTitle(transaction) },
            { label: 'Inception Date', value: <InceptionDate policy={policy} /> },
            { label: 'Expiration Date', value: formatDate(policy.expirationDate) },
            { label: 'Bill Initially', value: getPayerLabel(transaction?.billInitially) },
            { label: 'Bill on Renewal', value: getPayerLabel(transaction?.billOnRenewal) },
            ...(isEarthquake(policy.productId) ? [] : buildingFacts(transaction)),
            ...(transaction ? getPropertyFacts(transaction) : []),
          ]}
        />
        {transaction && <PropertyCountyMap of={transaction} />}
      </div>
    </Card>
  )
}

export const card: PolicyCard = { column: 'main', order: 20, PolicyComponent: OverviewCard }
