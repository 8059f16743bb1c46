import { describe, expect, it } from 'vitest'
import { countText, getAddress, getFilters, getQuery, inTab, searchDefaults, sortedBy } from './policy-search.ts'

describe('the policy search in the address', () => {
  it('starts with page size 50, scope 2 and mode 1 [P395]', () => {
    expect(getQuery(new URLSearchParams())).toEqual({
      sortField: 'inceptionDate',
      sortDirection: 'desc',
      SearchScope: 2,
      searchMode: 1,
      page: 1,
      pageSize: 50,
    })
  })
  it('an address and its search are each other’s image', () => {
    const address = 'InsuredName=Sample&Address=Bayshore&sortField=insuredName&sortDirection=asc&SearchScope=1&page=3'
    const query = getQuery(new URLSearchParams(address))
    expect(query).toMatchObject({ InsuredName: 'Sample', Address: 'Bayshore', SearchScope: 1, page: 3 })
    expect(getQuery(getAddress(query))).toEqual(query)
  })
  it('nonsense counts as not said', () => {
    expect(
      getQuery(new URLSearchParams('page=-1&sortField=password&SearchScope=9&InsuredName=%20&AgentNumber=abc')),
    ).toEqual(getQuery(new URLSearchParams()))
  })
  it('what is as usual is left out', () => expect(getAddress(searchDefaults).toString()).toBe(''))
})

describe('the tabs', () => {
  it('stand in the address beside the search, and begin at the first page', () => {
    const query = getQuery(new URLSearchParams('search=Sample&page=3'))
    const unsigned = inTab(query, 'signature')
    expect(getAddress(unsigned).toString()).toBe('search=Sample&waitsFor=signature')
    expect(getQuery(getAddress(unsigned))).toEqual(unsigned)
    expect(getAddress(inTab(unsigned, 'all')).toString()).toBe('search=Sample')
    expect(getQuery(new URLSearchParams('waitsFor=patience'))).toEqual(searchDefaults)
  })
})

describe('the filters', () => {
  it.each([
    ['search=Sample', 0],
    ['search=Sample&Address=Bayshore', 1],
    ['InsuredName=Sample&searchMode=3&SearchScope=1', 3],
  ])('of %s are %i beside the one box', (address, count) => {
    expect(getFilters(getQuery(new URLSearchParams(address)))).toBe(count)
  })
})

describe('sorting', () => {
  it('a heading sorts upwards first, then downwards, from the first page', () => {
    const once = sortedBy({ ...searchDefaults, page: 4 }, 'insuredName')
    expect(once).toMatchObject({ sortField: 'insuredName', sortDirection: 'asc', page: 1 })
    expect(sortedBy(once, 'insuredName')).toMatchObject({ sortDirection: 'desc' })
  })
})

describe('the count', () => {
  it('names the rows shown and says when there are more', () => {
    expect(countText({ page: 2 }, 50, 10_000, true)).toBe('51–100 of 10,000+')
    expect(countText({ page: 1 }, 3, 3, false)).toBe('1–3 of 3')
  })
})
