import { useQuery } from '@tanstack/react-query'
import type { Claim, PolicyConfirmation } from '@tideline/sdk'
import { listClaimsOptions } from '@tideline/sdk/query'
import { isEarthquake } from '@tideline/sdk/words'
import { formatCount, formatPhone } from '@tideline/web-kit/formats/format.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { EmailText } from '@tideline/web-kit/ui/EmailText.tsx'
import { Table, type TableColumn } from '@tideline/web-kit/ui/Table.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { PolicyCard } from '../base/policy-card.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import './claims.css'
import { DeleteClaimButton } from './DeleteClaimButton.tsx'

const ClaimFilesDialog = lazyDialog(() => import('./ClaimFilesDialog.tsx'), 'ClaimFilesDialog')
const ClaimDialog = lazyDialog(() => import('./ClaimDialog.tsx'), 'ClaimDialog')

/** Describes the claims in one line: "2 claims, 1 open". */
function describeClaims(claims: readonly Claim[]) {
  if (claims.length === 0) return 'No claims'
  const openCount = claims.filter(({ status }) => status === 'Open' || status === 'In Review').length
  return `${formatCount(claims.length, 'claim')}, ${openCount || 'none'} open`
}

/** A phone number that can wrap only after the area code. */
const PhoneText = ({ number }: { number: string }) => {
  const [area, ...line] = formatPhone(number).split(' ')
  return (
    <>
      {area} <span className="claims-whole">{line.join(' ')}</span>
    </>
  )
}

/** The claims of a policy, for agents and staff. Earthquake policies pay without a claim (REN-3). */
export function ClaimsCard({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo, viewer, productId } = policy
  const { claimId } = useParams()
  const navigate = useNavigate()
  const places = usePolicyPagePaths()
  const [isReporting, setIsReporting] = useState(false)
  const [filesOf, setFilesOf] = useState<Claim>()
  const isShown = viewer.kind !== 'insured' && !isEarthquake(productId)
  const claims = useQuery({
    ...listClaimsOptions({ client: api.client, query: { policyNo } }),
    enabled: isShown,
    meta: { errors: 'inline' },
  })
  const { isError } = claims
  useEffect(() => {
    if (isError) showToast({ tone: 'error', title: 'There was an error fetching the claims data.' })
  }, [isError])
  if (!isShown) return null
  const edited = claims.data?.payload.items.find(({ id }) => id === claimId)
  const mayReport = isActionAllowed(policy, 'reportClaim')
  const close = () => {
    setIsReporting(false)
    if (claimId) void navigate(places.policy(policyNo), { replace: true, preventScrollReset: true })
  }
  const columns: TableColumn<Claim>[] = [
    {
      key: 'id',
      header: 'Claim ID',
      isRowHeader: true,
      cell: (claim) => (
        <>
          {viewer.isReadonly ? (
            <span className="claims-whole">{claim.claimNumber}</span>
          ) : (
            <Link className="claims-whole" to={places.claim(policyNo, claim.id)} preventScrollReset>
              {claim.claimNumber}
            </Link>
          )}{' '}
          {/* The claim's files have no column because the specification defines all columns. */}
          <Button variant="quiet" aria-label={`Files of ${claim.claimNumber}`} onClick={() => setFilesOf(claim)}>
            Files
          </Button>
        </>
      ),
    },
    { key: 'status', header: 'Status', cell: ({ status }) => status },
    { key: 'notice', header: 'Date of Notice', cell: ({ noticeDate }) => <DateText value={noticeDate} /> },
    { key: 'loss', header: 'Date of Loss', cell: ({ dateOfLoss }) => <DateText value={dateOfLoss} /> },
    { key: 'adjuster', header: 'Adjuster Name', cell: ({ adjusterName }) => adjusterName ?? '–' },
    {
      key: 'email',
      header: 'Email',
      cell: ({ adjusterEmail }) => (adjusterEmail ? <EmailText email={adjusterEmail} /> : '–'),
    },
    {
      key: 'phone',
      header: 'Phone',
      cell: ({ adjusterPhone }) => (adjusterPhone ? <PhoneText number={adjusterPhone} /> : '–'),
    },
    { key: 'extension', header: 'Extension', cell: ({ extension }) => extension ?? '–' },
    ...(viewer.kind === 'internal' && !viewer.isReadonly
      ? [
          {
            key: 'delete',
            header: 'Delete',
            isActions: true,
            cell: (claim: Claim) => <DeleteClaimButton claim={claim} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <Section
        title="Claims"
        fold="collapsed"
        summary={({ payload }) => describeClaims(payload.items)}
        subject="the claims"
        query={claims}
        empty={({ payload }) => (payload.items.length === 0 ? 'No claims have been made for this policy' : undefined)}
        actions={
          mayReport && (
            <Button variant="secondary" onClick={() => setIsReporting(true)}>
              Report a Claim
            </Button>
          )
        }
      >
        {({ payload }) => (
          <div className="claims-table">
            <Table caption="Claims" rows={payload.items} rowKey={({ id }) => id} columns={columns} />
          </div>
        )}
      </Section>
      {(isReporting || (edited && !viewer.isReadonly)) && (
        <ClaimDialog key={edited?.id} policy={policy} claim={edited} onClose={close} />
      )}
      {filesOf && (
        <ClaimFilesDialog claim={filesOf} mayChange={!viewer.isReadonly} onClose={() => setFilesOf(undefined)} />
      )}
    </>
  )
}

export const card: PolicyCard = { column: 'main', order: 80, isDeferred: true, PolicyComponent: ClaimsCard }
