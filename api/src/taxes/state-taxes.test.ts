import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { calculateTaxes, getTaxDifference } from './calculate-taxes.ts'
import { getTaxRates } from './tax-rates.ts'
import type { TaxColumn } from './taxes.ts'

const { db } = await createTestDatabase()

/** Premium and fee of products 1 to 8, in dollars. */
const terms: readonly [premium: number, fee: number][] = [
  [1180.0, 75],
  [5123.0, 75],
  [8888.88, 75],
  [240.0, 25],
  [399.99, 25],
  [702.37, 75],
  [3076.45, 75],
  [12345.67, 75],
]

/**
 * Taxes in dollars with a row for each product. They were calculated by hand from the published state rates, never
 * by code.
 */
const byHand: Record<string, { columns: TaxColumn[]; rows: number[][] }> = {
  // 4.94% and 0.06% of premium and of fee. EMPA is 2.00 for residential and 4.00 for others. 1,180.00 x 0.0494 =
  // 58.292, 75.00 x
  // 0.0494 = 3.705.
  FL: {
    columns: [
      'surplus_tax_policy_premium_cents',
      'surplus_tax_policy_fee_cents',
      'stamping_fees_policy_premium_cents',
      'stamping_fees_policy_fee_cents',
      'emergency_fund_surcharge_cents',
    ],
    rows: [
      [58.29, 3.71, 0.71, 0.05, 2.0],
      [253.08, 3.71, 3.07, 0.05, 4.0],
      [439.11, 3.71, 5.33, 0.05, 4.0],
      [11.86, 1.24, 0.14, 0.02, 2.0],
      [19.76, 1.24, 0.24, 0.02, 4.0],
      [34.7, 3.71, 0.42, 0.05, 2.0],
      [151.98, 3.71, 1.85, 0.05, 4.0],
      [609.88, 3.71, 7.41, 0.05, 4.0],
    ],
  },
  // 4.85% and 0.04%. 1,180.00 x 0.0485 = 57.23, 75.00 x 0.0485 = 3.6375.
  TX: {
    columns: [
      'surplus_tax_policy_premium_cents',
      'surplus_tax_policy_fee_cents',
      'stamping_fees_policy_premium_cents',
      'stamping_fees_policy_fee_cents',
    ],
    rows: [
      [57.23, 3.64, 0.47, 0.03],
      [248.47, 3.64, 2.05, 0.03],
      [431.11, 3.64, 3.56, 0.03],
      [11.64, 1.21, 0.1, 0.01],
      [19.4, 1.21, 0.16, 0.01],
      [34.06, 3.64, 0.28, 0.03],
      [149.21, 3.64, 1.23, 0.03],
      [598.76, 3.64, 4.94, 0.03],
    ],
  },
  // 3% and 0.18%. 75.00 x 0.0018 = 0.135, which is rounded half up.
  CA: {
    columns: [
      'surplus_tax_policy_premium_cents',
      'surplus_tax_policy_fee_cents',
      'stamping_fees_policy_premium_cents',
      'stamping_fees_policy_fee_cents',
    ],
    rows: [
      [35.4, 2.25, 2.12, 0.14],
      [153.69, 2.25, 9.22, 0.14],
      [266.67, 2.25, 16.0, 0.14],
      [7.2, 0.75, 0.43, 0.05],
      [12.0, 0.75, 0.72, 0.05],
      [21.07, 2.25, 1.26, 0.14],
      [92.29, 2.25, 5.54, 0.14],
      [370.37, 2.25, 22.22, 0.14],
    ],
  },
  // 4.85%. There is no stamping office.
  LA: {
    columns: ['surplus_tax_policy_premium_cents', 'surplus_tax_policy_fee_cents'],
    rows: [
      [57.23, 3.64],
      [248.47, 3.64],
      [431.11, 3.64],
      [11.64, 1.21],
      [19.4, 1.21],
      [34.06, 3.64],
      [149.21, 3.64],
      [598.76, 3.64],
    ],
  },
  // 4%, 0.25% and 3% for the wind pool. 1,180.00 x 0.03 = 35.40.
  MS: {
    columns: [
      'surplus_tax_policy_premium_cents',
      'surplus_tax_policy_fee_cents',
      'stamping_fees_policy_premium_cents',
      'stamping_fees_policy_fee_cents',
      'mwua_policy_premium_cents',
      'mwua_policy_fee_cents',
    ],
    rows: [
      [47.2, 3.0, 2.95, 0.19, 35.4, 2.25],
      [204.92, 3.0, 12.81, 0.19, 153.69, 2.25],
      [355.56, 3.0, 22.22, 0.19, 266.67, 2.25],
      [9.6, 1.0, 0.6, 0.06, 7.2, 0.75],
      [16.0, 1.0, 1.0, 0.06, 12.0, 0.75],
      [28.09, 3.0, 1.76, 0.19, 21.07, 2.25],
      [123.06, 3.0, 7.69, 0.19, 92.29, 2.25],
      [493.83, 3.0, 30.86, 0.19, 370.37, 2.25],
    ],
  },
  // 3% and a surcharge of 1.8%, with premium and fee in one column. 21.24 + 1.35 = 22.59.
  KY: {
    columns: ['surplus_tax_policy_premium_cents', 'surplus_tax_policy_fee_cents', 'municipal_tax_cents'],
    rows: [
      [35.4, 2.25, 22.59],
      [153.69, 2.25, 93.56],
      [266.67, 2.25, 161.35],
      [7.2, 0.75, 4.77],
      [12.0, 0.75, 7.65],
      [21.07, 2.25, 13.99],
      [92.29, 2.25, 56.73],
      [370.37, 2.25, 223.57],
    ],
  },
  // 3.5%, 0.04% and 1% fire marshal tax, only on the premium. Each is rounded to whole dollars: 41.30 becomes 41, and
  // 0.472 becomes 0.
  IL: {
    columns: ['surplus_tax_policy_premium_cents', 'stamping_fees_policy_premium_cents', 'fireman_tax_cents'],
    rows: [
      [41.0, 0.0, 12.0],
      [179.0, 2.0, 51.0],
      [311.0, 4.0, 89.0],
      [8.0, 0.0, 2.0],
      [14.0, 0.0, 4.0],
      [25.0, 0.0, 7.0],
      [108.0, 1.0, 31.0],
      [432.0, 5.0, 123.0],
    ],
  },
  // 3.6% and 0.15%.
  NY: {
    columns: [
      'surplus_tax_policy_premium_cents',
      'surplus_tax_policy_fee_cents',
      'stamping_fees_policy_premium_cents',
      'stamping_fees_policy_fee_cents',
    ],
    rows: [
      [42.48, 2.7, 1.77, 0.11],
      [184.43, 2.7, 7.68, 0.11],
      [320.0, 2.7, 13.33, 0.11],
      [8.64, 0.9, 0.36, 0.04],
      [14.4, 0.9, 0.6, 0.04],
      [25.29, 2.7, 1.05, 0.11],
      [110.75, 2.7, 4.61, 0.11],
      [444.44, 2.7, 18.52, 0.11],
    ],
  },
  // 4%, only on the premium.
  MA: {
    columns: ['surplus_tax_policy_premium_cents'],
    rows: [[47.2], [204.92], [355.56], [9.6], [16.0], [28.09], [123.06], [493.83]],
  },
  // 6%.
  SC: {
    columns: ['surplus_tax_policy_premium_cents', 'surplus_tax_policy_fee_cents'],
    rows: [
      [70.8, 4.5],
      [307.38, 4.5],
      [533.33, 4.5],
      [14.4, 1.5],
      [24.0, 1.5],
      [42.14, 4.5],
      [184.59, 4.5],
      [740.74, 4.5],
    ],
  },
}

const cents = (dollars: number) => Math.round(dollars * 100)

describe('tax of a term that begins in December 2026', () => {
  for (const [state, { columns, rows }] of Object.entries(byHand))
    test.each(rows.map((row, index) => [index + 1, row] as const))(
      `matches the hand calculation for ${state}, product %i`,
      async (productId, row) => {
        const [premium, fee] = terms[productId - 1] as [number, number]
        const rates = await getTaxRates(db, { state, productId, day: '2026-12-15' })
        const expected = Object.fromEntries(
          columns.map((column, index) => [column, cents(row[index] ?? 0)]).filter(([, amount]) => amount !== 0),
        )
        expect(calculateTaxes(rates, { premiumCents: cents(premium), feeCents: cents(fee) })).toEqual(expected)
      },
    )
})

test('has a hand calculation for every state in the tax_rates table', async () => {
  const rows = await db.selectFrom('tax_rates').select('state').distinct().orderBy('state').execute()
  expect(rows.map(({ state }) => state)).toEqual(Object.keys(byHand).toSorted())
})

/** Expired rates on 1,180.00 and 75.00: 5% in Florida, 0.15% and 0.075% in Texas. */
test.each([
  ['FL', '2020-06-30', { surplus_tax_policy_premium_cents: 5_900, surplus_tax_policy_fee_cents: 375 }],
  ['FL', '2020-07-01', { surplus_tax_policy_premium_cents: 5_829, surplus_tax_policy_fee_cents: 371 }],
  ['TX', '2020-12-31', { stamping_fees_policy_premium_cents: 177, stamping_fees_policy_fee_cents: 11 }],
  ['TX', '2021-01-01', { stamping_fees_policy_premium_cents: 89, stamping_fees_policy_fee_cents: 6 }],
  ['TX', '2024-01-01', { stamping_fees_policy_premium_cents: 47, stamping_fees_policy_fee_cents: 3 }],
])('uses the %s tax rates in effect on the inception date %s', async (state, day, expected) => {
  const rates = await getTaxRates(db, { state, productId: 1, day })
  expect(calculateTaxes(rates, { premiumCents: 118_000, feeCents: 7_500 })).toMatchObject(expected)
})

/**
 * Tax on a change to a term with 1,000.00 of premium and a fee of 75.00. The rate applies to the premium change, and
 * the fee is not taxed again.
 */
test.each([
  ['LA', 53.95, { surplus_tax_policy_premium_cents: 262 }],
  ['FL', 128.02, { surplus_tax_policy_premium_cents: 632, stamping_fees_policy_premium_cents: 8 }],
  ['KY', 55.97, { surplus_tax_policy_premium_cents: 168, municipal_tax_cents: 101 }],
  ['TX', 4_196.83, { surplus_tax_policy_premium_cents: 20_355, stamping_fees_policy_premium_cents: 168 }],
])('taxes only the premium change of an endorsement in %s: %f', async (state, change, expected) => {
  const rates = await getTaxRates(db, { state, productId: 1, day: '2026-12-15' })
  const on = (premiumCents: number) => calculateTaxes(rates, { premiumCents, feeCents: 7_500 })
  const between = getTaxDifference(on(100_000), on(100_000 + cents(change)))
  expect(Object.fromEntries(Object.entries(between).filter(([, amount]) => amount !== 0))).toEqual(expected)
})
