import { describe, expect, test } from 'vitest'
import { calculateTaxes, calculateTaxLines, getTaxDifference } from './calculate-taxes.ts'
import { selectEffectiveTaxRates, type TaxRate } from './select-tax-rates.ts'

const row = (of: Partial<TaxRate> & Pick<TaxRate, 'charge'>): TaxRate => ({
  state: 'FL',
  product_class: 'residential',
  rate_per_million: 0,
  flat_cents: 0,
  applies_to_fee: true,
  effective_from: '2000-01-01',
  effective_to: null,
  rounding_cents: 1,
  source: '',
  ...of,
})
const getRates = (...rates: TaxRate[]) => ({ state: 'FL', productId: 1, day: '2026-12-15', rates })
const florida = getRates(
  row({ charge: 'surplusTax', rate_per_million: 49_400 }),
  row({ charge: 'stampingFee', rate_per_million: 600 }),
  row({ charge: 'emergencyFund', flat_cents: 200, applies_to_fee: false }),
)

describe('tax rate lookup by date', () => {
  const old = row({
    charge: 'stampingFee',
    rate_per_million: 750,
    effective_from: '2021-01-01',
    effective_to: '2023-12-31',
  })
  const young = row({ charge: 'stampingFee', rate_per_million: 400, effective_from: '2024-01-01' })
  const on = (day: string, rows = [old, young]) => selectEffectiveTaxRates(rows, { state: 'TX', productId: 1, day })
  test('returns the old rate through its last date and the new rate from the next day', () => {
    expect(on('2023-12-31').rates).toEqual([old])
    expect(on('2024-01-01').rates).toEqual([young])
  })
  test('rejects a date if one of the charges of the state has no rate', () => {
    expect(() => on('2020-12-31')).toThrow('Effective date: TX has no rate of stampingFee on 12/31/2020.')
  })
  test('rejects a date that has a rate only for another charge of the state', () => {
    const ended = [row({ charge: 'surplusTax' }), old]
    expect(() => on('2024-01-01', ended)).toThrow('Effective date: TX has no rate of stampingFee on 01/01/2024.')
  })
  test('rejects a state without rates', () => {
    expect(() => on('2026-12-15', [])).toThrow('State: TX has no tax rates, so policies cannot be issued there.')
  })
  test('accepts a rate of zero, unlike a missing rate', () => {
    const nothing = selectEffectiveTaxRates([row({ charge: 'surplusTax' })], {
      state: 'OR',
      productId: 1,
      day: '2026-12-15',
    })
    expect(calculateTaxes(nothing, { premiumCents: 118_000, feeCents: 7_500 })).toEqual({})
  })
})

describe('tax calculation for a term', () => {
  test('returns the base and rate of each tax amount', () => {
    expect(calculateTaxLines(florida, { premiumCents: 118_000, feeCents: 7_500 })).toMatchObject([
      { column: 'surplus_tax_policy_premium_cents', amountCents: 5_829, baseCents: 118_000, rate: florida.rates[0] },
      // 3.705 is rounded half up to 3.71.
      { column: 'surplus_tax_policy_fee_cents', amountCents: 371, baseCents: 7_500, rate: florida.rates[0] },
      { column: 'stamping_fees_policy_premium_cents', amountCents: 71, baseCents: 118_000, rate: florida.rates[1] },
      // 0.045 is rounded half up to 0.05.
      { column: 'stamping_fees_policy_fee_cents', amountCents: 5, baseCents: 7_500, rate: florida.rates[1] },
      { column: 'emergency_fund_surcharge_cents', amountCents: 200, baseCents: null, rate: florida.rates[2] },
    ])
  })
  test.each([
    ['surplusTax', 'surplus_tax_policy_premium_cents', 'surplus_tax_policy_fee_cents'],
    ['stampingFee', 'stamping_fees_policy_premium_cents', 'stamping_fees_policy_fee_cents'],
    ['mwua', 'mwua_policy_premium_cents', 'mwua_policy_fee_cents'],
    ['transactionFee', 'transaction_fee_policy_premium_cents', 'transaction_fee_policy_fee_cents'],
    ['emergencyFund', 'emergency_fund_surcharge_cents', 'emergency_fund_surcharge_cents'],
    ['fireman', 'fireman_tax_cents', 'fireman_tax_cents'],
    ['municipal', 'municipal_tax_cents', 'municipal_tax_cents'],
    ['maintenance', 'maintenance_assessment_cents', 'maintenance_assessment_cents'],
  ] as const)('stores charge %s on the premium in %s and on the fee in %s', (charge, ofPremium, ofFee) => {
    const rates = getRates(row({ charge, rate_per_million: 10_000 }))
    expect(calculateTaxLines(rates, { premiumCents: 100_000, feeCents: 7_500 })).toMatchObject([
      { column: ofPremium, amountCents: 1_000 },
      { column: ofFee, amountCents: 75 },
    ])
  })

  test('applies a rate to the fee only if the rate row requires it', () => {
    const rates = getRates(row({ charge: 'surplusTax', rate_per_million: 10_000, applies_to_fee: false }))
    expect(calculateTaxLines(rates, { premiumCents: 100_000, feeCents: 7_500 })).toMatchObject([
      { column: 'surplus_tax_policy_premium_cents', amountCents: 1_000, baseCents: 100_000 },
    ])
  })

  test('omits a tax that rounds to zero cents', () => {
    const rates = getRates(row({ charge: 'stampingFee', rate_per_million: 400, applies_to_fee: false }))
    expect(calculateTaxLines(rates, { premiumCents: 1_249, feeCents: 0 })).toEqual([])
    expect(calculateTaxLines(rates, { premiumCents: 1_250, feeCents: 0 })).toMatchObject([{ amountCents: 1 }])
  })

  test('returns no lines if premium and fee are zero, even with a flat surcharge', () => {
    expect(calculateTaxLines(florida, { premiumCents: 0, feeCents: 0 })).toEqual([])
    expect(calculateTaxes(florida, { premiumCents: 7_500, feeCents: 7_500 })).toMatchObject({
      emergency_fund_surcharge_cents: 200,
    })
  })

  test('retains the fee tax and the flat surcharge when premium is returned', () => {
    const before = calculateTaxes(florida, { premiumCents: 118_000, feeCents: 7_500 })
    const after = calculateTaxes(florida, { premiumCents: 25_863, feeCents: 7_500 })
    // 4.94% of 258.63 is 12.776, so the difference is 58.29 - 12.78. 0.06% is 0.155, so the difference is 0.71 - 0.16.
    expect(getTaxDifference(before, after)).toEqual({
      surplus_tax_policy_premium_cents: -4_551,
      stamping_fees_policy_premium_cents: -55,
    })
  })
  test('refunds all taxes, including the flat surcharge, for a flat cancellation', () => {
    const whole = calculateTaxes(florida, { premiumCents: 118_000, feeCents: 7_500 })
    expect(calculateTaxes(florida, { premiumCents: 0, feeCents: 0 })).toEqual({})
    expect(getTaxDifference(whole, {})).toEqual({
      surplus_tax_policy_premium_cents: -5_829,
      surplus_tax_policy_fee_cents: -371,
      stamping_fees_policy_premium_cents: -71,
      stamping_fees_policy_fee_cents: -5,
      emergency_fund_surcharge_cents: -200,
    })
  })
  test('returns the same total for a hundred small changes as for one large change', () => {
    const at = (premiumCents: number) => calculateTaxes(florida, { premiumCents, feeCents: 7_500 })
    const steps = Array.from({ length: 100 }, (_, index) =>
      getTaxDifference(at(118_000 + index * 7), at(118_000 + (index + 1) * 7)),
    )
    const sum = steps.reduce((total, step) => total + (step.surplus_tax_policy_premium_cents ?? 0), 0)
    // 4.94% of 1,187.00 is 58.6378, and 58.64 minus 58.29 is 0.35. If each seven cents were taxed separately (0.3458
    // cents), the sum would be zero.
    expect(sum).toBe(35)
  })
  test('rounds half a dollar up when taxes are in whole dollars', () => {
    const dollars = getRates(row({ charge: 'fireman', rate_per_million: 10_000, rounding_cents: 100 }))
    expect(calculateTaxes(dollars, { premiumCents: 4_999, feeCents: 0 })).toEqual({})
    expect(calculateTaxes(dollars, { premiumCents: 5_000, feeCents: 0 })).toEqual({ fireman_tax_cents: 100 })
    expect(calculateTaxes(dollars, { premiumCents: 14_999, feeCents: 0 })).toEqual({ fireman_tax_cents: 100 })
  })
  test('stays exact for a premium of ninety billion dollars', () => {
    // 0.0494 times $90,071,992,547.40 is $4,449,556,431.84156.
    const tax = getRates(row({ charge: 'surplusTax', rate_per_million: 49_400 }))
    expect(calculateTaxes(tax, { premiumCents: 9_007_199_254_740, feeCents: 0 })).toEqual({
      surplus_tax_policy_premium_cents: 444_955_643_184,
    })
  })
  test.each([-1, 0.5, Number.NaN])('throws a RangeError for a premium of %d cents', (premiumCents) => {
    expect(() => calculateTaxes(florida, { premiumCents, feeCents: 0 })).toThrow(RangeError)
  })
})
