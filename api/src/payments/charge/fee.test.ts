import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCents, toDollars } from '../../http/money.ts'
import { isOverCardLimit } from './card-limit.ts'
import { calculateFeeCents, calculateFeeQuote, getFeeBasisCents } from './fee.ts'

const domestic = { rateBasisPoints: 290, fixedCents: 30 }
const abroad = { rateBasisPoints: 440, fixedCents: 30 }

describe('card fee calculation', () => {
  it('rounds the percentage amount half up and then adds the fixed amount [C257] [P421]', () => {
    expect(calculateFeeCents(131_775, abroad)).toBe(5828)
    expect(calculateFeeCents(131_775, domestic)).toBe(3851)
    // 2.9% of $50.00 is 145 cents. 2.9% of $0.50 is 1.45 cents.
    expect([calculateFeeCents(5000, domestic), calculateFeeCents(50, domestic)]).toEqual([175, 31])
    // 2.9% of $5.00 is 14.5 cents.
    expect(calculateFeeCents(500, domestic)).toBe(45)
    expect(calculateFeeCents(0, domestic)).toBe(0)
  })

  it('returns the fee and total for the yearly and monthly amounts', () => {
    expect(calculateFeeQuote(131_775, abroad)).toEqual({
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
  ])('rounds one twelfth of %i cents to %i cents, half up, before adding the fee', (amountCents, monthCents) => {
    const quote = calculateFeeQuote(amountCents, domestic)
    expect(quote.amountMonthlyCents - quote.feeMonthlyCents).toBe(monthCents)
  })

  it('is based on the payment amount in whole dollars for earthquake [C140]', () => {
    expect([4, 5].map((product) => getFeeBasisCents(product, 9999))).toEqual([9900, 9900])
  })

  it('is based on the exact payment amount for all other products', () => {
    expect([1, 2, 3, 6, 7, 8].map((product) => getFeeBasisCents(product, 112_599))).toEqual(Array(6).fill(112_599))
  })

  it('never returns a lower fee for a higher amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 0, max: 1e6 }),
        (amount, more) => calculateFeeCents(amount + more, domestic) >= calculateFeeCents(amount, domestic),
      ),
    )
  })
})

it('rejects card payments above $5,000 for product 1 only [C239]', () => {
  expect(isOverCardLimit(1, 500_000)).toBe(false)
  expect(isOverCardLimit(1, 500_001)).toBe(true)
  for (const product of [2, 3, 4, 5, 6, 7, 8]) expect(isOverCardLimit(product, 900_000)).toBe(false)
})

describe('dollar conversion', () => {
  it('returns the exact cents for a dollar amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 }),
        (cents) => toCents(toDollars(cents), 'amount') === cents,
      ),
    )
  })

  it('rejects more than two decimals and reports the field name', () => {
    for (const dollars of [1.005, 0.001, 99_999_999.999])
      expect(() => toCents(dollars, 'Amount')).toThrow('Amount: an amount has at most two decimals.')
  })
})
