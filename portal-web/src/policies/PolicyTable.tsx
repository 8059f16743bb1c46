import type { PolicyListItem } from '@tideline/sdk'
import { money } from '@tideline/web-kit/formats/format.ts'
import { productName } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { Day } from '@tideline/web-kit/ui/Day.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { TableFrame } from '@tideline/web-kit/ui/TableFrame.tsx'
import { Link } from 'react-router'
import type { PolicyQuery, SortField } from './policy-search.ts'

interface PolicyTableProps {
  policies: readonly PolicyListItem[]
  query: PolicyQuery
  onSort: (field: SortField) => void
}

interface HeadingProps {
  field: SortField
  query: PolicyQuery
  onSort: (field: SortField) => void
  isNumber?: boolean
  children: string
}

function Heading({ field, query, onSort, isNumber, children }: HeadingProps) {
  const isSorted = query.sortField === field
  const isUp = query.sortDirection === 'asc'
  return (
    <th
      scope="col"
      className={isNumber ? 'number' : undefined}
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className="sort" onClick={() => onSort(field)}>
        {children}
        <span aria-hidden="true">{isSorted ? (isUp ? ' ▲' : ' ▼') : ' ↕'}</span>
      </button>
    </th>
  )
}

/** The rows of a search; where there is little room each becomes a block. */
export function PolicyTable({ policies, query, onSort }: PolicyTableProps) {
  const sorting = { query, onSort }
  return (
    <TableFrame label="Policies">
      <table className="table table-stacks">
        <caption className="visually-hidden">Policies</caption>
        <thead>
          <tr>
            <Heading field="policyNo" {...sorting}>
              Policy
            </Heading>
            <Heading field="insuredName" {...sorting}>
              Insured
            </Heading>
            <Heading field="address" {...sorting}>
              Address
            </Heading>
            <Heading field="agencyNo" {...sorting}>
              Agency
            </Heading>
            <Heading field="inceptionDate" {...sorting}>
              Inception
            </Heading>
            <Heading field="totalPremium" isNumber {...sorting}>
              Premium
            </Heading>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {policies.map((policy) => (
            <tr key={policy.policyId}>
              <th scope="row" data-label="Policy">
                <span>
                  <Link to={paths.policy(policy.policyNo)}>{policy.policyNo}</Link>
                  <span className="policies-product">{productName(policy.productId)}</span>
                </span>
              </th>
              <td data-label="Insured">{policy.insuredName}</td>
              <td data-label="Address">{policy.address}</td>
              <td data-label="Agency">
                <span>
                  {policy.agencyNo}
                  <span className="policies-product">{policy.company}</span>
                </span>
              </td>
              <td data-label="Inception">
                <Day value={policy.inceptionDate} />
              </td>
              <td data-label="Premium" className="number">
                {money(policy.totalPremium)}
              </td>
              <td data-label="Status">
                <span className="policies-status">
                  <StatusTag status={policy.status} />
                  {!policy.isPolicySigned && <StatusTag status="Not signed" />}
                  {!policy.isPolicyPaid && <StatusTag status="Not paid" />}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}
