import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PolicyHistoryItem } from '@tideline/sdk'
import { getPolicyHistoryOptions } from '@tideline/sdk/query'
import { getProductName } from '@tideline/sdk/words'
import { formatCount } from '@tideline/web-kit/formats/format.ts'
import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Badge, type BadgeTone } from '@tideline/web-kit/ui/Badge.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { Money } from '@tideline/web-kit/ui/Money.tsx'
import { Pagination } from '@tideline/web-kit/ui/Pagination.tsx'
import { pageSize } from '@tideline/web-kit/ui/pagination.ts'
import { Table, type TableColumn } from '@tideline/web-kit/ui/Table.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PolicyCard } from '../base/policy-card.ts'
import './history.css'
import { type AddressTerms, groupTermsByAddress } from './group-terms-by-address.ts'

const tones: Record<PolicyHistoryItem['status'], BadgeTone> = {
  Active: 'success',
  Future: 'info',
  Expired: 'neutral',
  Cancelled: 'danger',
}

interface AddressGroupsProps {
  groups: readonly AddressTerms[]
  policyNo: string
  columns: TableColumn<PolicyHistoryItem>[]
}

/** The terms of each address. Several other addresses are collapsed below the displayed policy's address. */
function AddressGroups({ groups, policyNo, columns }: AddressGroupsProps) {
  const isDisplayed = ({ terms }: AddressTerms) => terms.some((term) => term.policyNo === policyNo)
  const others = groups.filter((group) => !isDisplayed(group))
  const show = ({ address, termCount, terms }: AddressTerms) => (
    <details key={address} className="history-address" open={terms.some((term) => term.policyNo === policyNo)}>
      <summary>
        <Icon name="open" />
        <h3>{address}</h3>
        {termCount > 1 && <span className="muted">This property has {termCount} policy terms.</span>}
      </summary>
      <Table caption={`Terms at ${address}`} rows={terms} rowKey={({ id }) => id} columns={columns} />
    </details>
  )
  // A later page of the history may not contain the displayed policy.
  if (others.length < 2 || others.length === groups.length) return groups.map(show)
  return (
    <>
      {groups.filter(isDisplayed).map(show)}
      <details className="history-address history-others">
        <summary>
          <Icon name="open" />
          {others.length} other properties
        </summary>
        <div className="history-others-list">{others.map(show)}</div>
      </details>
    </>
  )
}

/** The policyholder's earlier and later terms, grouped by address (POL-5). */
export function PolicyHistoryCard({ policyNo }: { policyNo: string }) {
  const places = usePolicyPagePaths()
  const [page, setPage] = useState(1)
  const history = useQuery({
    ...getPolicyHistoryOptions({
      client: api.client,
      path: { policyNo },
      query: { take: pageSize, skip: (page - 1) * pageSize },
    }),
    placeholderData: keepPreviousData,
    meta: { errors: 'inline' },
  })
  const columns: TableColumn<PolicyHistoryItem>[] = [
    { key: 'type', header: 'Policy Type', cell: ({ productId }) => getProductName(productId) },
    {
      key: 'number',
      header: 'Policy Number',
      cell: (term) => <Link to={places.policy(term.policyNo)}>{term.policyNo}</Link>,
      isRowHeader: true,
    },
    { key: 'inception', header: 'Inception Date', cell: ({ inceptionDate }) => <DateText value={inceptionDate} /> },
    { key: 'premium', header: 'Premium', cell: ({ totalPremium }) => <Money amount={totalPremium} />, isNumber: true },
    { key: 'status', header: 'Status', cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge> },
  ]
  return (
    <Section
      title="Policy History"
      fold="collapsed"
      summary={({ payload }) => formatCount(payload.resultCount, 'policy', 'policies')}
      subject="the history"
      query={history}
      empty={({ payload }) => (payload.resultCount === 0 ? 'No Policy History Found' : undefined)}
    >
      {({ payload: found }) => (
        <div className="stack-tight" aria-busy={history.isPlaceholderData}>
          <AddressGroups groups={groupTermsByAddress(found.policies)} policyNo={policyNo} columns={columns} />
          <Pagination
            label="Pages of the history"
            page={page}
            shown={found.policies.length}
            total={found.resultCount}
            onPage={setPage}
          />
        </div>
      )}
    </Section>
  )
}

export const card: PolicyCard = { column: 'main', order: 30, isDeferred: true, NumberComponent: PolicyHistoryCard }
