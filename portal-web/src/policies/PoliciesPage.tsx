import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchPoliciesOptions } from '@tideline/sdk/query'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryErrorState } from '@tideline/web-kit/screen/QueryErrorState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { PaginationBar } from '@tideline/web-kit/ui/Pagination.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { Tabs } from '@tideline/web-kit/ui/Tabs.tsx'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import './policies.css'
import { PolicyTable } from './PolicyTable.tsx'
import {
  formatResultCount,
  getSearchedPolicyNo,
  getTabQuery,
  type PolicySearchQuery,
  type PolicyTab,
  parsePolicyQuery,
  policyTabs,
  searchDefaults,
  searchFields,
  toggleSort,
  toPolicySearchParams,
} from './policy-search.ts'
import { SearchForm } from './SearchForm.tsx'
import { useRowKeyboardNavigation } from './useRowKeyboardNavigation.ts'

/** Policy search page for agents and staff. The search is stored in the URL, so that it can be shared. */
export function PoliciesPage() {
  usePageTitle('Policies')
  const [address, setAddress] = useSearchParams()
  const query = parsePolicyQuery(address)
  const { page = 1, pageSize = searchDefaults.pageSize } = query
  const navigate = useNavigate()
  const search = (next: PolicySearchQuery) => setAddress(toPolicySearchParams(next))
  const openOrSearch = (next: PolicySearchQuery) => {
    const policyNo = getSearchedPolicyNo(next)
    if (policyNo) void navigate(paths.policy(policyNo))
    else search(next)
  }
  const policies = useQuery({
    ...searchPoliciesOptions({ client: api.client, query }),
    placeholderData: keepPreviousData,
    meta: { errors: 'inline' },
  })
  const found = policies.data?.payload
  const rows = useRef<HTMLDivElement>(null)
  useRowKeyboardNavigation(rows)
  const isSearch = searchFields.some((field) => query[field])
  const hasNext = found !== undefined && (found.isCapped || page * pageSize < found.resultCount)
  const tab: PolicyTab = query.waitsFor ?? 'all'
  const none = policyTabs.find(({ value }) => value === tab)?.none
  const list = (
    <>
      {policies.isPending && (
        <Card>
          <Skeleton lines={10} label="Loading policies" />
        </Card>
      )}
      {policies.isError && (
        <QueryErrorState
          title="The policies could not be loaded"
          error={policies.error}
          notLost="Your search is saved."
          onRetry={() => void policies.refetch()}
        />
      )}
      {found?.policies.length === 0 && (
        <EmptyState
          title={isSearch ? 'No policies match this search' : (none ?? 'There are no policies yet')}
          text={
            isSearch
              ? 'Try a shorter search, another field, or all agencies.'
              : none
                ? 'Policies that need this action appear here.'
                : 'Bound policies appear here.'
          }
          action={
            isSearch ? (
              <Button variant="secondary" onClick={() => search(getTabQuery(searchDefaults, tab))}>
                Clear search
              </Button>
            ) : undefined
          }
        />
      )}
      {found && found.policies.length > 0 && (
        <Card className="policies-card">
          <div ref={rows} aria-busy={policies.isPlaceholderData}>
            <PolicyTable policies={found.policies} query={query} onSort={(field) => search(toggleSort(query, field))} />
          </div>
          <PaginationBar status={formatResultCount(query, found.policies.length, found.resultCount, found.isCapped)}>
            <Button variant="secondary" disabled={page === 1} onClick={() => search({ ...query, page: page - 1 })}>
              Previous
            </Button>
            <Button variant="secondary" disabled={!hasNext} onClick={() => search({ ...query, page: page + 1 })}>
              Next
            </Button>
          </PaginationBar>
        </Card>
      )}
    </>
  )
  return (
    <>
      <header className="page-head">
        <h1>Policies</h1>
      </header>
      <div className="stack">
        <SearchForm key={address.toString()} query={query} onSearch={openOrSearch} />
        <Tabs<PolicyTab>
          label="Policies awaiting"
          value={tab}
          onValueChange={(next) => search(getTabQuery(query, next))}
          tabs={policyTabs.map(({ value, label }) => ({ value, label, content: value === tab && list }))}
        />
      </div>
    </>
  )
}
