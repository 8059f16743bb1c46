import type { PolicyDetails } from '@tideline/sdk'
import { day, money } from '@tideline/web-kit/formats/format.ts'
import { policyholderStatus, todayOf } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { PolicyMap } from '../summary/PolicyMap.tsx'

/** From which day it covers, or until which; what is at its end says so by its status. */
function coverOf({ inceptionDate, expirationDate, isCancelled, isExpired, isPendingCancel }: PolicyDetails) {
  if (isCancelled || isExpired) return undefined
  if (isPendingCancel) return 'A cancellation is under way'
  return inceptionDate > todayOf(new Date()) ? `Starts ${day(inceptionDate)}` : `Until ${day(expirationDate)}`
}

/** A policy to choose: map, address, name, premium, number and status; the note stands on the first of its address. */
export function PolicyCard({ policy, note }: { policy: PolicyDetails; note: string | undefined }) {
  const { policyNo, address, insuredName, totalPremium, geocode = null } = policy
  return (
    <Card as="article" className="stack" label={policyNo}>
      <div className="policy-card-head">
        <PolicyMap
          location={{ geocode, polygon: null }}
          height={88}
          zoom={20}
          label={`Map of ${address}`}
          canAct={false}
          hasScale={false}
        />
        <div>
          <h2>{address}</h2>
          <p className="muted">{insuredName}</p>
          {note && <p className="muted small">{note}</p>}
        </div>
      </div>
      <Facts
        facts={[
          { label: 'Policy Number', value: policyNo },
          { label: 'Premium', value: money(totalPremium), isNumber: true },
          { label: 'Status', value: <StatusTag status={policyholderStatus(policy)} /> },
          { label: 'Cover', value: coverOf(policy) },
        ]}
      />
      <ButtonLink
        block
        variant="secondary"
        to={paths.policyholderPolicy(policyNo)}
        aria-label={`View policy detail of ${policyNo}`}
      >
        View policy detail
      </ButtonLink>
    </Card>
  )
}
