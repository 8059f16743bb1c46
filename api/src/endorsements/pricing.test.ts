import { describe, expect, test } from 'vitest'
import { priceChange, type Rated } from './pricing.ts'

const rated: Rated = {
  coverages: [
    { code: 'A', limitCents: 25_000_000, premiumCents: 90_000 },
    { code: 'B', limitCents: 10_000_000, premiumCents: 30_000 },
    { code: 'C', limitCents: 100_000, premiumCents: null },
  ],
  deductibleCents: 200_000,
  grossCents: 120_000,
  taxes: {
    surplus_tax_policy_premium_cents: 6_000,
    stamping_fees_policy_premium_cents: 72,
    emergency_fund_surcharge_cents: 200,
  },
}
const year = { left: 365, ofTerm: 365 }
const price = (limits: Record<string, number>, days = year, deductibleCents = 200_000, now = rated) =>
  priceChange(rated, now, { limits: new Map(Object.entries(limits)), deductibleCents }, days)

describe('an endorsement', () => {
  test('that changes no limit costs nothing', () => {
    expect(price({})).toEqual({ coverages: rated.coverages, grossCents: 0, taxes: {} })
  })
  test('doubles the premium of a doubled limit, and the taxes on it, not the flat charge', () => {
    expect(price({ A: 50_000_000 })).toMatchObject({
      grossCents: 90_000,
      taxes: { surplus_tax_policy_premium_cents: 4_500, stamping_fees_policy_premium_cents: 54 },
    })
    expect(price({ A: 50_000_000 }).taxes).not.toHaveProperty('emergency_fund_surcharge_cents')
  })
  test('is paid for the days that are left', () => {
    expect(price({ A: 50_000_000 }, { left: 73, ofTerm: 365 }).grossCents).toBe(18_000)
    expect(price({ A: 50_000_000 }, { left: 0, ofTerm: 365 }).grossCents).toBe(0)
  })
  test('gives back as much as it cost on the same day', () => {
    const days = { left: 100, ofTerm: 365 }
    const raised = price({ A: 37_500_000, B: 20_000_000 }, days)
    const lowered = price({ A: 25_000_000, B: 10_000_000 }, days, 200_000, { ...rated, coverages: raised.coverages })
    expect(lowered.grossCents).toBe(-raised.grossCents)
    expect(lowered.coverages).toEqual(rated.coverages)
  })
  test('with a higher deductible costs less', () => {
    expect(price({}, year, 1_000_000).grossCents).toBeLessThan(0)
    expect(price({}, year, 100_000).grossCents).toBeGreaterThan(0)
  })
  test('leaves included coverages without a premium', () => {
    expect(price({ C: 200_000 }).coverages[2]).toEqual({ code: 'C', limitCents: 200_000, premiumCents: null })
  })
})
