import type { SearchPoliciesData } from '@tideline/sdk'
import { zSearchPoliciesQuery } from '@tideline/sdk/zod'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'
import { isPolicyNo } from '../base/is-policy-no.ts'

export type PolicySearchQuery = NonNullable<SearchPoliciesData['query']>
export type SortField = NonNullable<PolicySearchQuery['sortField']>

const sortFields: readonly SortField[] = [
  'policyNo',
  'insuredName',
  'address',
  'agencyNo',
  'inceptionDate',
  'totalPremium',
]

/**
 * Names of the search fields, as in the URL. `search` searches all values; each other field searches one kind of value.
 */
export const searchFields = ['search', 'AgentNumber', 'QuoteNumber', 'InsuredName', 'Address'] as const
export type SearchField = (typeof searchFields)[number]

/** Checks whether the contract allows this text in the field. */
export const isValidSearch = (field: SearchField, text: string) =>
  zSearchPoliciesQuery.shape[field].safeParse(text).success

/** Returns the policy number if the user searches only for a complete one (UI-45). */
export function getSearchedPolicyNo(query: PolicySearchQuery): string | undefined {
  const policyNo = query.search?.toUpperCase() ?? ''
  const isOnlySearch = searchFields.every((field) => field === 'search' || !query[field])
  return isOnlySearch && isPolicyNo(policyNo) ? policyNo : undefined
}

/** Tabs of the policy list: all policies, or policies that need action. */
export const policyTabs = [
  { value: 'all', label: 'All', none: undefined },
  { value: 'signature', label: 'To sign', none: 'No policies to sign' },
  { value: 'payment', label: 'To pay', none: 'No policies to pay' },
  { value: 'cancellation', label: 'Pending cancel', none: 'No pending cancellations' },
  { value: 'renewalHold', label: 'Renewals on hold', none: 'No renewals are on hold' },
  { value: 'documents', label: 'Missing documents', none: 'No cancellations with missing documents' },
] as const
export type PolicyTab = (typeof policyTabs)[number]['value']

/** Returns the query for a tab. Keeps the search and goes to the first page. */
export const getTabQuery = ({ waitsFor: _before, ...query }: PolicySearchQuery, tab: PolicyTab): PolicySearchQuery => ({
  ...query,
  ...(tab !== 'all' && { waitsFor: tab }),
  page: 1,
})

/**
 * Default search: all visible policies (scope 2) that contain the text (mode 1), newest inception date first, 50 per
 * page.
 */
export const searchDefaults = {
  sortField: 'inceptionDate',
  sortDirection: 'desc',
  SearchScope: 2,
  searchMode: 1,
  page: 1,
  pageSize: 50,
} as const satisfies PolicySearchQuery

const oneOf = <Value extends string | number>(allowed: readonly Value[], value: unknown, fallback: Value) =>
  allowed.find((candidate) => String(candidate) === value) ?? fallback

/** Counts the filters that are set in addition to the main search field. */
export const countFilters = (query: PolicySearchQuery) =>
  searchFields.filter((field) => field !== 'search' && query[field]).length +
  (query.searchMode === searchDefaults.searchMode ? 0 : 1) +
  (query.SearchScope === searchDefaults.SearchScope ? 0 : 1)

/** Parses the search from the URL and ignores invalid values. */
export function parsePolicyQuery(address: URLSearchParams): PolicySearchQuery {
  const page = Number(address.get('page'))
  const waitsFor = policyTabs.find(({ value }) => value !== 'all' && value === address.get('waitsFor'))?.value
  const texts = searchFields.flatMap((field) => {
    const text = address.get(field)?.trim()
    return text && isValidSearch(field, text) ? [[field, text] as const] : []
  })
  return {
    ...searchDefaults,
    ...Object.fromEntries(texts),
    ...(waitsFor && waitsFor !== 'all' && { waitsFor }),
    sortField: oneOf(sortFields, address.get('sortField'), searchDefaults.sortField),
    sortDirection: oneOf(['asc', 'desc'] as const, address.get('sortDirection'), searchDefaults.sortDirection),
    SearchScope: oneOf([1, 2] as const, address.get('SearchScope'), searchDefaults.SearchScope),
    searchMode: oneOf([1, 2, 3] as const, address.get('searchMode'), searchDefaults.searchMode),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Builds the URL parameters of a search. Omits default values to keep links short. */
export function toPolicySearchParams(query: PolicySearchQuery) {
  const usual: Record<string, unknown> = searchDefaults
  const changed = Object.entries(query).filter(
    ([name, value]) => value !== undefined && value !== '' && usual[name] !== value,
  )
  return new URLSearchParams(changed.map(([name, value]) => [name, String(value)]))
}

/**
 * Returns the query after a click on a column heading. The same column reverses the sort direction; another column
 * sorts ascending. Goes to the first page.
 */
export const toggleSort = (query: PolicySearchQuery, sortField: SortField): PolicySearchQuery => ({
  ...query,
  page: 1,
  sortField,
  sortDirection: query.sortField === sortField && query.sortDirection === 'asc' ? 'desc' : 'asc',
})

/** Formats the result count, for example `1–50 of 10,000+`. The `+` means that counting stopped at the maximum. */
export function formatResultCount(
  { page = 1, pageSize = 50 }: PolicySearchQuery,
  shown: number,
  total: number,
  isCapped: boolean,
) {
  const from = (page - 1) * pageSize + 1
  return `${formatNumber(from)}–${formatNumber(from + shown - 1)} of ${formatNumber(total)}${isCapped ? '+' : ''}`
}
