import type { PolicyDetails } from '@tideline/sdk'
import { paths } from '../paths.ts'
import { policyholderStatus } from '../policy/labels.ts'
import { PolicyMap } from '../policy/PolicyMap.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Facts } from '../ui/Facts.tsx'
import { money } from '../ui/format.ts'
import { StatusTag } from '../ui/StatusTag.tsx'

/** A policy to choose: map, address, name, premium, number and status. */
export function PolicyCard({ policy }: { policy: PolicyDetails }) {
  const { policyNo, address, insuredName, totalPremium, geocode = null } = policy
  return (
    <article className="card stack" aria-label={policyNo}>
      <PolicyMap
        location={{ geocode, polygon: null }}
        height={180}
        zoom={20}
        label={`Map of ${address}`}
        canAct={false}
      />
      <div>
        <h2>{address}</h2>
        <p className="muted">{insuredName}</p>
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
    </article>
  )
}
