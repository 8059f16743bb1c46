import { describe, expect, it } from 'vitest'
import { getColumnOrder, moveColumn } from './column-order.ts'

describe('getColumnOrder', () => {
  it.each([
    ['the order of the list without a saved order', [], 3, [0, 1, 2]],
    ['the saved order', [2, 0, 1], 3, [2, 0, 1]],
    ['the saved order, followed by new columns', [1, 0], 4, [1, 0, 2, 3]],
    ['the saved order without removed columns', [3, 1, 0], 2, [1, 0]],
  ])('returns %s (UI-40)', (_, chosen, count, order) => {
    expect(getColumnOrder(chosen, count)).toEqual(order)
  })
})

describe('moveColumn', () => {
  it.each([
    ['up', 2, -1, [0, 2, 1]],
    ['down', 0, 1, [1, 0, 2]],
    ['nowhere before the first place', 0, -1, [0, 1, 2]],
    ['nowhere after the last place', 2, 1, [0, 1, 2]],
  ] as const)('moves a column %s (UI-40)', (_, index, by, order) => {
    expect(moveColumn([0, 1, 2], index, by)).toEqual(order)
  })
})
