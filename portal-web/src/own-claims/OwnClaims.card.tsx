import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { listOwnClaimsOptions } from '@tideline/sdk/query'
import { formatCount } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { Link } from 'react-router'
import type { PolicyCard } from '../base/policy-card.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { claimText } from './text.ts'
import './own-claims.css'

/** The claims that the policyholder reported online, and the button to report another one (CLM-3). */
export function OwnClaimsCard({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo } = policy
  const isShown = isActionAllowed(policy, 'reportOwnClaim')
  const claims = useQuery({
    ...listOwnClaimsOptions({ client: api.client, path: { policyNo } }),
    enabled: isShown,
    meta: { errors: 'inline' },
  })
  if (!isShown) return null
  return (
    <Section
      title={claimText.cardTitle}
      subject="your claims"
      rows={2}
      query={claims}
      empty={({ payload }) =>
        payload.length === 0 ? { title: claimText.emptyTitle, text: claimText.emptyText } : undefined
      }
      actions={
        <ButtonLink variant="secondary" to={paths.policyholderReportClaim(policyNo)}>
          Report a Claim
        </ButtonLink>
      }
    >
      {({ payload }) => (
        <ul className="photo-list">
          {payload.map(({ id, claimNumber, status, dateOfLoss, photos }) => (
            <li key={id}>
              <Link to={paths.policyholderClaim(policyNo, id)}>{claimNumber}</Link>, {status}, loss of{' '}
              <DateText value={dateOfLoss} />, {formatCount(photos.length, 'photo')}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

export const card: PolicyCard = { column: 'main', order: 79, isDeferred: true, PolicyComponent: OwnClaimsCard }
