import { describe, expect, test } from 'vitest'
import { getInMemoryPage, type TimeSortKey } from './page.ts'

const rows: TimeSortKey[] = [
  [1, 'a'],
  [3, 'a'],
  [2, 'a'],
  [2, 'b'],
]
const newestFirst = ['3a', '2b', '2a', '1a']
const page = (query: Parameters<typeof getInMemoryPage>[2], all = rows) => {
  const { items, ...rest } = getInMemoryPage(all, (row) => row, query)
  return { ...rest, items: items.map((row) => row.join('')) }
}

describe('paginated rows in memory', () => {
  test('are returned newest first, with their count and without a cursor on the last page', () => {
    expect(page({})).toEqual({ resultCount: 4, isCapped: false, items: newestFirst, nextCursor: null })
  })

  test('continue after the last row of the previous page, even with equal timestamps or new rows', () => {
    const { items, nextCursor } = page({ take: 2 })
    expect(items).toEqual(newestFirst.slice(0, 2))
    const cursor = nextCursor ?? ''
    expect(page({ take: 2, cursor }, [[9, 'new'], ...rows]).items).toEqual(newestFirst.slice(2))
    // The row that the cursor points to may have been deleted.
    const left = rows.filter((row) => row.join('') !== '2b')
    expect(page({ take: 2, cursor }, left).items).toEqual(newestFirst.slice(2))
  })

  const given = (place: string[]) => Buffer.from(JSON.stringify(place)).toString('base64url')
  test.each([
    'x',
    'WyIxIl0',
    'W10',
    'e30',
    ...[
      ['1', '\0'],
      ['soon', 'a'],
      ['9e15', 'a'],
    ].map(given),
  ])('are not returned for an invalid cursor: %j', (cursor) => {
    expect(() => page({ cursor })).toThrow('Cursor: this cursor is not from this list')
  })
})
