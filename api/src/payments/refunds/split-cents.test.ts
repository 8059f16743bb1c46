import { expect, test } from 'vitest'
import { splitCentsByShare } from './split-cents.ts'

test('splits a refund in proportion to payer shares, exact to the cent', () => {
  expect(splitCentsByShare(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(splitCentsByShare(1_001, [30_000, 10_000])).toEqual([751, 250])
  expect(splitCentsByShare(5, [])).toEqual([])
})

test('assigns leftover cents to the shares with the largest fractions', () => {
  expect(splitCentsByShare(10, [1, 4, 2])).toEqual([1, 6, 3])
  expect(splitCentsByShare(11, [2, 4, 1])).toEqual([3, 6, 2])
  expect(splitCentsByShare(2, [1, 1, 2, 0])).toEqual([1, 0, 1, 0])
})

test('returns zero for each payer if no share is positive', () => {
  expect(splitCentsByShare(100, [0, 0])).toEqual([0, 0])
})
