import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { toCents, toDollars } from './money.ts'

test('converts cents to dollars and dollars to cents without loss', async () => {
  await fc.assert(
    fc.property(
      fc.integer({ min: -9_000_000_000, max: 9_000_000_000 }),
      (cents) => toCents(toDollars(cents), 'amount') === cents,
    ),
  )
})

test.each([0.001, 10.999, 1317.755])('rejects the dollar amount %d because it has more than two decimals', (amount) => {
  expect(() => toCents(amount, 'Amount')).toThrow(ApiError)
  expect(() => toCents(amount, 'Amount')).toThrow('Amount: an amount has at most two decimals.')
})

test.each([
  [4.14, 414],
  [37.8, 3780],
  [1.1, 110],
  [0.07, 7],
])('converts the dollar amount %d to %d cents', (dollars, cents) => {
  expect(toCents(dollars, 'amount')).toBe(cents)
})
