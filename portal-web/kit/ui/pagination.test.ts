import { expect, test } from 'vitest'
import { formatRowRange, getPageBlock } from './pagination.ts'

test('shows ten rows per page and five page numbers, and jumps by five pages [D079]', () => {
  expect(getPageBlock(1, 0)).toEqual({ pages: [1], jumpBack: undefined, jumpOn: undefined })
  expect(getPageBlock(1, 11)).toEqual({ pages: [1, 2], jumpBack: undefined, jumpOn: undefined })
  expect(getPageBlock(3, 120)).toEqual({ pages: [1, 2, 3, 4, 5], jumpBack: undefined, jumpOn: 8 })
  expect(getPageBlock(8, 120)).toEqual({ pages: [6, 7, 8, 9, 10], jumpBack: 3, jumpOn: 12 })
  expect(getPageBlock(12, 120)).toEqual({ pages: [11, 12], jumpBack: 7, jumpOn: undefined })
})

test('shows the range of displayed results and their total [D077]', () => {
  expect(formatRowRange(1, 10, 23)).toBe('Showing 1 to 10 of 23 results')
  expect(formatRowRange(3, 3, 23)).toBe('Showing 21 to 23 of 23 results')
})
