import type { SearchPoliciesData } from '@tideline/sdk'
import { zSearchPoliciesQuery } from '@tideline/sdk/zod'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'

export type PolicySearchQuery = NonNullable<SearchPoliciesData['query']>
export type SortField = NonNullable<PolicySearchQuery['sortField']>

export const sortFields: readonly SortField[] = [
  'policyNo',
  'insuredName',
  'address',
  'agencyNo',
  'inceptionDate',
  'totalPremium',
]

/** The search fields, as the form and the URL name them: one for everything, or one for each value. */
export const searchFields = ['search', 'AgentNumber', 'QuoteNumber', 'InsuredName', 'Address'] as const
export type SearchField = (typeof searchFields)[number]

/** Checks whether the contract accepts this text for the field. */
export const isValidSearch = (field: SearchField, text: string) =>
  zSearchPoliciesQuery.shape[field].safeParse(text).success

/** The tabs of the list: all policies, or those that need an action. */
export const policyTabs = [
  { value: 'all', label: 'All', none: undefined },
  { value: 'signature', label: 'To sign', none: 'No policies to sign' },
  { value: 'payment', label: 'To pay', none: 'No policies to pay' },
  { value: 'cancellation', label: 'Pending cancel', none: 'No pending cancellations' },
  { value: 'documents', label: 'Missing documents', none: 'No cancellations are missing documents' },
] as const
export type PolicyTab = (typeof policyTabs)[number]['value']

/** Returns the query of a tab. It keeps the search and returns to the first page. */
export const getTabQuery = ({ waitsFor: _before, ...query }: PolicySearchQuery, tab: PolicyTab): PolicySearchQuery => ({
  ...query,
  ...(tab !== 'all' && { waitsFor: tab }),
  page: 1,
})

/** Page size 50, scope 2 (all policies that the caller can see), mode 1 (contains), newest inception first. */
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

/** Counts the filters that narrow a search in addition to the main field. */
export const countFilters = (query: PolicySearchQuery) =>
  searchFields.filter((field) => field !== 'search' && query[field]).length +
  (query.searchMode === searchDefaults.searchMode ? 0 : 1) +
  (query.SearchScope === searchDefaults.SearchScope ? 0 : 1)

/** Parses the search in the URL. Invalid values are ignored. */
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

/** Builds the URL parameters of a search. Default values are omitted to keep links short. */
export function toPolicySearchParams(query: PolicySearchQuery) {
  const usual: Record<string, unknown> = searchDefaults
  const said = Object.entries(query).filter(
    ([name, value]) => value !== undefined && value !== '' && usual[name] !== value,
  )
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)]))
}

/**
 * Returns the query after a click on a column heading: the opposite direction, or ascending for another field, on the
 * first page.
 */
export const toggleSort = (query: PolicySearchQuery, sortField: SortField): PolicySearchQuery => ({
  ...query,
  page: 1,
  sortField,
  sortDirection: query.sortField === sortField && query.sortDirection === 'asc' ? 'desc' : 'asc',
})

/** Formats the result count, such as `1–50 of 10,000+`. Counting stops at a maximum. */
export function formatResultCount(
  { page = 1, pageSize = 50 }: PolicySearchQuery,
  shown: number,
  total: number,
  isCapped: boolean,
) {
  const from = (page - 1) * pageSize + 1
  return `${formatNumber(from)}–${formatNumber(from + shown - 1)} of ${formatNumber(total)}${isCapped ? '+' : ''}`
}
