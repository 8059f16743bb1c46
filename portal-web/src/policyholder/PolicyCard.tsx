import type { PolicyDetails } from '@tideline/sdk'
import { money } from '@tideline/web-kit/formats/format.ts'
import { policyholderStatus } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { PolicyMap } from '../summary/PolicyMap.tsx'

/** A policy to choose: map, address, name, premium, number and status; the note stands on the first of its address. */
export function PolicyCard({ policy, note }: { policy: PolicyDetails; note: string | undefined }) {
  const { policyNo, address, insuredName, totalPremium, geocode = null } = policy
  return (
    <Card as="article" className="stack" label={policyNo}>
      <PolicyMap
        location={{ geocode, polygon: null }}
        height={96}
        zoom={20}
        label={`Map of ${address}`}
        canAct={false}
      />
      <div>
        <h2>{address}</h2>
        <p className="muted">{insuredName}</p>
        {note && <p className="muted small">{note}</p>}
      </div>
      <Facts
        facts={[
          { label: 'Policy Number', value: policyNo },
          { label: 'Premium', value: money(totalPremium), isNumber: true },
          { label: 'Status', value: <StatusTag status={policyholderStatus(policy)} /> },
        ]}
      />
      <ButtonLink block to={paths.policyholderPolicy(policyNo)} aria-label={`View policy detail of ${policyNo}`}>
        View policy detail
      </ButtonLink>
    </Card>
  )
}
