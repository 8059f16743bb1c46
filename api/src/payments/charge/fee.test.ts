import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCents, toDollars } from '../../http/money.ts'
import { isOverCardLimit } from './card-limit.ts'
import { feeBasisCents, feeCents, feeQuote } from './fee.ts'

const domestic = { rateBasisPoints: 290, fixedCents: 30 }
const abroad = { rateBasisPoints: 440, fixedCents: 30 }

describe('the card fee', () => {
  it('is the rate of the amount, half up, and the fixed part [C257] [P421]', () => {
    expect(feeCents(131_775, abroad)).toBe(5828)
    expect(feeCents(131_775, domestic)).toBe(3851)
    // 2.9 % of 50.00 are 145 cents; of 0.50 they are 1.45 cents.
    expect([feeCents(5000, domestic), feeCents(50, domestic)]).toEqual([175, 31])
    // 2.9 % of 5.00 are 14.5 cents.
    expect(feeCents(500, domestic)).toBe(45)
    expect(feeCents(0, domestic)).toBe(0)
  })

  it('is told for the whole amount and for a twelfth of it', () => {
    expect(feeQuote(131_775, abroad)).toEqual({
      feeYearCents: 5828,
      feeMonthlyCents: 513,
      amountYearCents: 137_603,
      amountMonthlyCents: 11_494,
    })
  })

  it.each([
    [629, 52],
    [630, 53],
    [631, 53],
    [642, 54],
    [6, 1],
    [5, 0],
  ])('rounds a twelfth of %i cents half up to %i cents before the fee is added', (amountCents, monthCents) => {
    const quote = feeQuote(amountCents, domestic)
    expect(quote.amountMonthlyCents - quote.feeMonthlyCents).toBe(monthCents)
  })

  it('is worked out on whole dollars of what is currently due for earthquake [C140]', () => {
    const due = { currentlyDueCents: 9999, totalDueCents: 119_300 }
    expect([4, 5].map((product) => feeBasisCents(product, due))).toEqual([9900, 9900])
  })

  it('is worked out on the total due for all other products', () => {
    const due = { currentlyDueCents: 0, totalDueCents: 112_599 }
    expect([1, 2, 3, 6, 7, 8].map((product) => feeBasisCents(product, due))).toEqual(Array(6).fill(112_599))
  })

  it('never falls when the amount grows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 0, max: 1e6 }),
        (amount, more) => feeCents(amount + more, domestic) >= feeCents(amount, domestic),
      ),
    )
  })
})

it('cards are refused for product 1 above $5,000 only [C239]', () => {
  expect(isOverCardLimit(1, 500_000)).toBe(false)
  expect(isOverCardLimit(1, 500_001)).toBe(true)
  for (const product of [2, 3, 4, 5, 6, 7, 8]) expect(isOverCardLimit(product, 900_000)).toBe(false)
})

describe('dollars of the wire', () => {
  it('become the very cents that they were', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 }),
        (cents) => toCents(toDollars(cents), 'amount') === cents,
      ),
    )
  })

  it('are refused with more than two decimals, naming the field', () => {
    for (const dollars of [1.005, 0.001, 99_999_999.999])
      expect(() => toCents(dollars, 'Amount')).toThrow('Amount: an amount has at most two decimals.')
  })
})
