import { describe, expect, it } from 'vitest'
import {
  countFilters,
  formatResultCount,
  getTabQuery,
  parsePolicyQuery,
  searchDefaults,
  toggleSort,
  toPolicySearchParams,
} from './policy-search.ts'

describe('policy search in the URL', () => {
  it('starts with page size 50, scope 2, and mode 1 [P395]', () => {
    expect(parsePolicyQuery(new URLSearchParams())).toEqual({
      sortField: 'inceptionDate',
      sortDirection: 'desc',
      SearchScope: 2,
      searchMode: 1,
      page: 1,
      pageSize: 50,
    })
  })
  it('does not change when converted to a URL and back', () => {
    const address = 'InsuredName=Sample&Address=Bayshore&sortField=insuredName&sortDirection=asc&SearchScope=1&page=3'
    const query = parsePolicyQuery(new URLSearchParams(address))
    expect(query).toMatchObject({ InsuredName: 'Sample', Address: 'Bayshore', SearchScope: 1, page: 3 })
    expect(parsePolicyQuery(toPolicySearchParams(query))).toEqual(query)
  })
  it('ignores invalid values in the URL', () => {
    expect(
      parsePolicyQuery(new URLSearchParams('page=-1&sortField=password&SearchScope=9&InsuredName=%20&AgentNumber=abc')),
    ).toEqual(parsePolicyQuery(new URLSearchParams()))
  })
  it('omits default values from the URL', () => expect(toPolicySearchParams(searchDefaults).toString()).toBe(''))
})

describe('policy list tab', () => {
  it('keeps the search in the URL and returns to the first page', () => {
    const query = parsePolicyQuery(new URLSearchParams('search=Sample&page=3'))
    const unsigned = getTabQuery(query, 'signature')
    expect(toPolicySearchParams(unsigned).toString()).toBe('search=Sample&waitsFor=signature')
    expect(parsePolicyQuery(toPolicySearchParams(unsigned))).toEqual(unsigned)
    expect(toPolicySearchParams(getTabQuery(unsigned, 'all')).toString()).toBe('search=Sample')
    expect(parsePolicyQuery(new URLSearchParams('waitsFor=patience'))).toEqual(searchDefaults)
  })
})

describe('policy search filters', () => {
  it.each([
    ['search=Sample', 0],
    ['search=Sample&Address=Bayshore', 1],
    ['InsuredName=Sample&searchMode=3&SearchScope=1', 3],
  ])('are counted without the main search field: %s has %i', (address, count) => {
    expect(countFilters(parsePolicyQuery(new URLSearchParams(address)))).toBe(count)
  })
})

describe('policy list sorting', () => {
  it('toggles from ascending to descending and resets to the first page', () => {
    const once = toggleSort({ ...searchDefaults, page: 4 }, 'insuredName')
    expect(once).toMatchObject({ sortField: 'insuredName', sortDirection: 'asc', page: 1 })
    expect(toggleSort(once, 'insuredName')).toMatchObject({ sortDirection: 'desc' })
  })
})

describe('result count', () => {
  it('shows the range of displayed rows and whether more rows exist', () => {
    expect(formatResultCount({ page: 2 }, 50, 10_000, true)).toBe('51–100 of 10,000+')
    expect(formatResultCount({ page: 1 }, 3, 3, false)).toBe('1–3 of 3')
  })
})
