import { useQuery } from '@tanstack/react-query'
import type { PolicyDetails } from '@tideline/sdk'
import { listLatestDocumentsOptions, listOwnPoliciesOptions } from '@tideline/sdk/query'
import { getProductName } from '@tideline/sdk/words'
import { getDocumentName, getPolicyholderStatus } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { Link, useSearchParams } from 'react-router'
import { useOpenFile } from '../base/useOpenFile.ts'
import './policyholder.css'

/** The documents of one policy, newest first. Each opens in a new tab. */
function DocumentList({ policyNo }: { policyNo: string }) {
  const documents = useQuery({
    ...listLatestDocumentsOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  const file = useOpenFile()
  const rows = documents.data?.payload
  return (
    <>
      <QueryState
        query={documents}
        height={132}
        label="Loading the documents"
        problem="The documents could not be loaded"
      />
      {rows?.length === 0 && (
        <EmptyState title="No documents yet" text="Documents appear here once the policy is bound." />
      )}
      {rows && rows.length > 0 && (
        <ul className="document-list">
          {rows.map(({ policyDocId, docName, restriction, versions: [latest] }) => {
            const link = restriction ? null : latest?.link
            const name = getDocumentName(docName)
            return (
              <li key={policyDocId}>
                {link ? (
                  <Button variant="quiet" onClick={() => file.open({ document: link })}>
                    {name}
                    <span className="visually-hidden"> of {policyNo} (opens in a new tab)</span>
                  </Button>
                ) : (
                  <span>
                    {name} {restriction && <span className="muted small">{restriction}</span>}
                  </span>
                )}
                {latest && (
                  <span className="muted small">
                    <DateText value={latest.createdAt} />
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

interface PolicyDocumentsProps {
  policy: PolicyDetails
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** A policy whose documents load when it is expanded. */
function PolicyDocuments({ policy, isOpen, onToggle }: PolicyDocumentsProps) {
  const { policyNo, productId, address } = policy
  return (
    <Card
      as="article"
      label={policyNo}
      className="policy-documents"
      title={address}
      fold="collapsed"
      isOpen={isOpen}
      onOpenChange={onToggle}
      subtitle={
        <p className="policy-card-marks">
          <StatusTag status={getPolicyholderStatus(policy)} />
          <span className="muted small">
            <Link to={paths.policyholderPolicy(policyNo)}>{policyNo}</Link> · {getProductName(productId)}
          </span>
        </p>
      }
    >
      {isOpen && <DocumentList policyNo={policyNo} />}
    </Card>
  )
}

const openParam = 'policy'

/**
 * The documents of all policies of the policyholder, by policy, newest term first (UI-16). The URL contains the expanded
 * policies. If it contains none, the first policy is expanded.
 */
export function AllDocumentsPage() {
  usePageTitle('Your documents')
  const [address, setAddress] = useSearchParams()
  const own = useQuery({ ...listOwnPoliciesOptions({ client: api.client }), meta: { errors: 'inline' } })
  const policies = own.data?.payload
  const first = policies?.[0]?.policyNo
  const opened = address.has(openParam) ? address.getAll(openParam) : first ? [first] : []
  const toggle = (policyNo: string, isOpen: boolean) => {
    const next = isOpen ? [...opened, policyNo] : opened.filter((one) => one !== policyNo)
    const listed = next.length > 0 ? next : ['none']
    setAddress(
      listed.map((one): [string, string] => [openParam, one]),
      { preventScrollReset: true, replace: true },
    )
  }
  return (
    <div className="stack">
      <div className="policies-head">
        <h1>Your documents</h1>
        <Link to={paths.policyholderSelect()}>Your policies</Link>
      </div>
      <QueryState query={own} height={280} label="Loading your policies" problem="Your policies could not be loaded" />
      {policies?.map((policy) => (
        <PolicyDocuments
          key={policy.policyId}
          policy={policy}
          isOpen={opened.includes(policy.policyNo)}
          onToggle={(isOpen) => toggle(policy.policyNo, isOpen)}
        />
      ))}
      {policies?.length === 0 && <EmptyState title="You have no policies" />}
    </div>
  )
}
