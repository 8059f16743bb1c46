import type { PolicyConfirmation } from '@tideline/sdk'
import { getCountyLabel, getCountyName } from '@tideline/web-kit/labels/labels.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import type { PolicyCard } from '../base/policy-card.ts'

/** Card with the location of the insured property. */
export const InsuredLocationCard = ({
  policy: { address, address1, state, county },
}: {
  policy: PolicyConfirmation
}) => (
  <Card title="Insured Location" fold="collapsed" summary={getCountyName(county)}>
    <DetailList
      facts={[
        { label: 'Address', value: address ?? address1 },
        { label: getCountyLabel(state), value: getCountyName(county) },
      ]}
    />
  </Card>
)

export const card: PolicyCard = { column: 'side', order: 24, PolicyComponent: InsuredLocationCard }
