import { useQuery } from '@tanstack/react-query'
import type { OwnClaim } from '@tideline/sdk'
import { listOwnClaimsOptions } from '@tideline/sdk/query'
import { formatPhone } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { useParams } from 'react-router'
import { ClaimPhotos } from './ClaimPhotos.tsx'

function ClaimDetails({ claim }: { claim: OwnClaim }) {
  return (
    <>
      {claim.status === 'Open' && (
        <Alert tone="success" title="We received your claim.">
          Your claim number is {claim.claimNumber}. An adjuster will call you
          {claim.contactPhone && ` at ${formatPhone(claim.contactPhone)}`}.
        </Alert>
      )}
      <Card title="Your claim">
        <DetailList
          facts={[
            { label: 'Claim number', value: claim.claimNumber },
            { label: 'Status', value: claim.status },
            { label: 'Date of loss', value: <DateText value={claim.dateOfLoss} /> },
            { label: 'Reported', value: <DateText value={claim.reportedOn} /> },
            { label: 'Phone', value: claim.contactPhone ? formatPhone(claim.contactPhone) : undefined },
            { label: 'How to reach you', value: claim.contactNote ?? undefined },
            { label: 'What happened', value: claim.description ?? undefined },
          ]}
        />
      </Card>
      <ClaimPhotos claim={claim} />
    </>
  )
}

/** The page of a claim that the policyholder reported, with its photos (CLM-3, CLM-4). */
export function OwnClaimPage() {
  const { policyNo = '', claimId } = useParams()
  usePageTitle('Your claim')
  const claims = useQuery({
    ...listOwnClaimsOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  const claim = claims.data?.payload.find(({ id }) => id === claimId)
  return (
    <div className="narrow stack">
      <h1>Your claim</h1>
      <QueryState query={claims} height={420} label="Loading your claim" problem="Your claim could not be loaded" />
      {claims.data && !claim && (
        <EmptyState title="Claim not found" text="Open your policy to see the claims that you reported." />
      )}
      {claim && <ClaimDetails claim={claim} />}
      <div className="row">
        <ButtonLink variant="secondary" to={paths.policyholderPolicy(policyNo)}>
          View my policy
        </ButtonLink>
      </div>
    </div>
  )
}
