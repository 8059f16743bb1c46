import type { PolicyListItem } from '@tideline/sdk'
import { getProductName } from '@tideline/sdk/words'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { Table, type TableColumn } from '@tideline/web-kit/ui/Table.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PolicySearchQuery, SortField } from './policy-search.ts'

interface PolicyTableProps {
  policies: readonly PolicyListItem[]
  query: PolicySearchQuery
  onSort: (field: SortField) => void
}

interface HeadingProps {
  field: SortField
  query: PolicySearchQuery
  onSort: (field: SortField) => void
  children: string
}

const sortMarks = { none: 'sortable', ascending: 'sortUp', descending: 'sortDown' } as const

const getSort = (field: SortField, query: PolicySearchQuery): keyof typeof sortMarks => {
  if (query.sortField !== field) return 'none'
  return query.sortDirection === 'asc' ? 'ascending' : 'descending'
}

function Heading({ field, query, onSort, children }: HeadingProps) {
  return (
    <button type="button" className="sort" data-field={field} onClick={() => onSort(field)}>
      {children}
      <Icon name={sortMarks[getSort(field, query)]} />
    </button>
  )
}

const Twofold = ({ first, second }: { first: ReactNode; second: string }) => (
  <span>
    {first}
    <span className="policies-second">{second}</span>
  </span>
)

/** Layout of a row on a phone: policy and status, policyholder and premium, address and inception date. */
const cards = [
  ['policyNo', 'status'],
  ['insuredName', 'totalPremium'],
  ['address', 'inceptionDate'],
] as const

/**
 * Returns the labels for a missing signature or payment. Returns an empty list if the policy is expired, cancelled, or
 * pending cancellation.
 */
const getMissingItems = ({ isPolicySigned, isPolicyPaid, isCancelled, isPendingCancel, isExpired }: PolicyListItem) =>
  isCancelled || isPendingCancel || isExpired
    ? []
    : [!isPolicySigned && 'Not signed', !isPolicyPaid && (isPolicySigned ? 'Not paid' : 'not paid')].filter(Boolean)

/**
 * Returns the due date of the amount that is owed now, even after the policy has ended (BIL-12). Returns undefined if
 * nothing is owed now.
 */
const getDueText = ({ isPolicyPaid, dueDate, dueState }: PolicyListItem) =>
  isPolicyPaid || !dueDate ? undefined : `${dueState === 'pastDue' ? 'Past due since' : 'Due'} ${formatDate(dueDate)}`

/** Table of search results. On a narrow screen, each row becomes a block. */
export function PolicyTable({ policies, query, onSort }: PolicyTableProps) {
  const sorted = (field: SortField, label: string) => ({
    key: field,
    label,
    header: <Heading {...{ field, query, onSort }}>{label}</Heading>,
    sort: getSort(field, query),
  })
  // Hides the agency column if all policies belong to the same agency.
  const hasManyAgencies = new Set(policies.map(({ agencyNo }) => agencyNo)).size > 1
  const columns: TableColumn<PolicyListItem>[] = [
    {
      ...sorted('policyNo', 'Policy'),
      isRowHeader: true,
      cell: ({ policyNo, productId }) => (
        <Twofold first={<Link to={paths.policy(policyNo)}>{policyNo}</Link>} second={getProductName(productId)} />
      ),
    },
    {
      ...sorted('insuredName', 'Insured'),
      cell: ({ insuredName }) => <span className="policies-insured">{insuredName}</span>,
    },
    {
      ...sorted('address', 'Address'),
      cell: ({ address }) => <span className="policies-address">{address}</span>,
    },
    ...(hasManyAgencies || query.sortField === 'agencyNo'
      ? [
          {
            ...sorted('agencyNo', 'Agency'),
            cell: ({ agencyNo, company }: PolicyListItem) => (
              <span className="policies-agency" title={company}>
                {agencyNo}
              </span>
            ),
          },
        ]
      : []),
    { ...sorted('inceptionDate', 'Inception'), cell: ({ inceptionDate }) => <DateText value={inceptionDate} /> },
    { ...sorted('totalPremium', 'Premium'), isNumber: true, cell: ({ totalPremium }) => formatMoney(totalPremium) },
    {
      key: 'status',
      header: 'Status',
      cell: (policy) => {
        const missingItems = getMissingItems(policy).join(', ')
        const due = getDueText(policy)
        return (
          <span className={missingItems ? 'policies-waiting' : undefined}>
            <StatusTag status={policy.status} />
            {missingItems && <span className="policies-waits">{missingItems}</span>}
            {due && <span className="policies-waits">{due}</span>}
          </span>
        )
      },
    },
  ]
  return (
    <Table
      caption="Policies"
      cards={cards}
      rows={policies}
      rowKey={({ policyId }) => String(policyId)}
      columns={columns}
    />
  )
}
