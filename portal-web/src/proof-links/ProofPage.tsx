import { useQuery } from '@tanstack/react-query'
import type { ProofCoverage, ProofOfInsurance } from '@tideline/sdk'
import { viewProofOfInsurance } from '@tideline/sdk/operations'
import { getErrorMessage, getErrorStatus } from '@tideline/web-kit/errors/api-errors.ts'
import { formatDateTime, formatWholeDollars } from '@tideline/web-kit/formats/format.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Money } from '@tideline/web-kit/ui/Money.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { useLocation } from 'react-router'
import { describeProofStatus, proofStatusLabels, proofText } from './text.ts'
import './proof-links.css'

const formatLimit = ({ limit, limitText }: ProofCoverage) => (limit === null ? limitText : formatWholeDollars(limit))

/** Dates are shown only if a limit or a deductible changed during the term. */
const hasChanged = (rows: readonly { effectiveDate: string }[]) =>
  rows.some(({ effectiveDate }) => effectiveDate !== rows[0]?.effectiveDate)

function Proof({ proof }: { proof: ProofOfInsurance }) {
  const { coverages, deductibles } = proof
  const deductible = deductibles.map(({ effectiveDate, amount }) => (
    <div key={effectiveDate}>
      {formatWholeDollars(amount)}
      {deductibles.length > 1 && (
        <>
          {' '}
          from <DateText value={effectiveDate} />
        </>
      )}
    </div>
  ))
  return (
    <>
      <div className="proof-status">
        <StatusTag status={proofStatusLabels[proof.status]} />
        <p>{describeProofStatus(proof)}</p>
      </div>
      <DetailList
        facts={[
          { label: 'Policy number', value: proof.policyNo },
          { label: 'Product', value: proof.productName },
          { label: 'Insurer', value: `${proof.insurerName}, ${proof.insurerPhone}` },
          { label: 'Named insured', value: proof.insuredName },
          { label: 'Insured property', value: proof.propertyAddress },
          {
            label: 'Policy period',
            value: (
              <>
                <DateText value={proof.inceptionDate} /> to <DateText value={proof.expirationDate} />
              </>
            ),
          },
          { label: 'Deductible', value: deductible.length > 0 ? deductible : undefined },
          { label: 'Total premium', value: <Money amount={proof.totalPremium} /> },
          { label: 'Premium status', value: proof.isPremiumPaid ? 'Paid' : 'Not fully paid' },
        ]}
      />
      <Table
        caption="Coverages"
        rows={coverages}
        rowKey={({ name, effectiveDate }) => `${name} ${effectiveDate}`}
        columns={[
          { key: 'name', header: 'Coverage', isRowHeader: true, cell: ({ name }) => name },
          ...(hasChanged(coverages)
            ? [
                {
                  key: 'effectiveDate',
                  header: 'Effective date',
                  cell: ({ effectiveDate }: ProofCoverage) => <DateText value={effectiveDate} />,
                },
              ]
            : []),
          { key: 'limit', header: 'Limit', isNumber: true, cell: formatLimit },
        ]}
      />
      <p className="muted small">
        As of <time dateTime={proof.asOf}>{formatDateTime(proof.asOf)}</time>. This link works until{' '}
        <DateText value={proof.linkExpiresAt} />. {proofText.disclaimer}
      </p>
    </>
  )
}

/** The reason why a link does not open a policy, or undefined if a retry could help. */
function getLinkProblem(error: unknown) {
  const status = getErrorStatus(error)
  if (status === 410) return { title: proofText.closedTitle, text: getErrorMessage(error) }
  if (status === 404 || status === 400) return { title: proofText.unknownTitle, text: proofText.unknownText }
  return undefined
}

/**
 * The public page that a proof of insurance link opens (POL-15). The token is in the URL fragment, which browsers send
 * neither to servers nor to other sites.
 */
export function ProofPage() {
  usePageTitle(proofText.title)
  const token = useLocation().hash.slice(1)
  const query = useQuery({
    queryKey: ['proofOfInsurance', token],
    queryFn: ({ signal }) => api.call(viewProofOfInsurance, { body: { token }, signal }),
    enabled: token !== '',
    // Every request is recorded as a view.
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
    meta: { errors: 'own' },
  })
  const problem = query.isError ? getLinkProblem(query.error) : undefined
  const proof = query.data?.payload
  return (
    <div className="proof-page stack">
      <h1>{proofText.title}</h1>
      <Card label={proofText.title} className="stack">
        {token === '' && <EmptyState title={proofText.incompleteTitle} text={proofText.incompleteText} />}
        {problem ? (
          <EmptyState {...problem} />
        ) : (
          token !== '' && (
            <QueryState
              query={query}
              height={420}
              label="Loading the proof of insurance"
              problem="The proof of insurance could not be loaded"
            />
          )
        )}
        {proof && <Proof proof={proof} />}
      </Card>
    </div>
  )
}
