import { describe, expect, it } from 'vitest'
import { countText, getAddress, getFilters, getQuery, inTab, searchDefaults, sortedBy } from './policy-search.ts'

describe('policy search in the URL', () => {
  it('starts with page size 50, scope 2, and mode 1 [P395]', () => {
    expect(getQuery(new URLSearchParams())).toEqual({
      sortField: 'inceptionDate',
      sortDirection: 'desc',
      SearchScope: 2,
      searchMode: 1,
      page: 1,
      pageSize: 50,
    })
  })
  it('is the same after conversion to a URL and back', () => {
    const address = 'InsuredName=Sample&Address=Bayshore&sortField=insuredName&sortDirection=asc&SearchScope=1&page=3'
    const query = getQuery(new URLSearchParams(address))
    expect(query).toMatchObject({ InsuredName: 'Sample', Address: 'Bayshore', SearchScope: 1, page: 3 })
    expect(getQuery(getAddress(query))).toEqual(query)
  })
  it('ignores invalid values in the URL', () => {
    expect(
      getQuery(new URLSearchParams('page=-1&sortField=password&SearchScope=9&InsuredName=%20&AgentNumber=abc')),
    ).toEqual(getQuery(new URLSearchParams()))
  })
  it('omits default values from the URL', () => expect(getAddress(searchDefaults).toString()).toBe(''))
})

describe('policy list tabs', () => {
  it('keep the search in the URL and return to the first page', () => {
    const query = getQuery(new URLSearchParams('search=Sample&page=3'))
    const unsigned = inTab(query, 'signature')
    expect(getAddress(unsigned).toString()).toBe('search=Sample&waitsFor=signature')
    expect(getQuery(getAddress(unsigned))).toEqual(unsigned)
    expect(getAddress(inTab(unsigned, 'all')).toString()).toBe('search=Sample')
    expect(getQuery(new URLSearchParams('waitsFor=patience'))).toEqual(searchDefaults)
  })
})

describe('policy search filters', () => {
  it.each([
    ['search=Sample', 0],
    ['search=Sample&Address=Bayshore', 1],
    ['InsuredName=Sample&searchMode=3&SearchScope=1', 3],
  ])('are counted for %s as %i in addition to the main field', (address, count) => {
    expect(getFilters(getQuery(new URLSearchParams(address)))).toBe(count)
  })
})

describe('policy list sorting', () => {
  it('is ascending first, then descending, and returns to the first page', () => {
    const once = sortedBy({ ...searchDefaults, page: 4 }, 'insuredName')
    expect(once).toMatchObject({ sortField: 'insuredName', sortDirection: 'asc', page: 1 })
    expect(sortedBy(once, 'insuredName')).toMatchObject({ sortDirection: 'desc' })
  })
})

describe('result count', () => {
  it('shows the range of rows and that there are more', () => {
    expect(countText({ page: 2 }, 50, 10_000, true)).toBe('51–100 of 10,000+')
    expect(countText({ page: 1 }, 3, 3, false)).toBe('1–3 of 3')
  })
})
