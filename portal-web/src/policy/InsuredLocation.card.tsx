import type { PolicyConfirmation } from '@tideline/sdk'
import { countyName, countyWord } from '@tideline/web-kit/labels/labels.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import type { PolicyCard } from '../base/policy-card.ts'

/** The location of the insured property. */
export const InsuredLocation = ({ policy: { address, address1, state, county } }: { policy: PolicyConfirmation }) => (
  <Card title="Insured Location" fold="always">
    <Facts
      facts={[
        { label: 'Address', value: address ?? address1 },
        { label: countyWord(state), value: countyName(county) },
      ]}
    />
  </Card>
)

export const card: PolicyCard = { column: 'side', place: 24, ofPolicy: InsuredLocation }
