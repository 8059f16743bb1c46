import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import type { TaxRate } from './select-tax-rates.ts'
import { getTaxRates } from './tax-rates.ts'

const { db } = await createTestDatabase()

const stamping = async (day: string) => {
  const { rates } = await getTaxRates(db, { state: 'TX', productId: 7, day })
  return rates.find(({ charge }) => charge === 'stampingFee')?.rate_per_million
}

describe('tax rate table', () => {
  test('contains the Texas stamping fee in effect on the inception date', async () => {
    expect([await stamping('2020-12-31'), await stamping('2021-01-01'), await stamping('2023-12-31')]).toEqual([
      1500, 750, 750,
    ])
    expect(await stamping('2024-01-01')).toBe(400)
  })
  test('returns an error message for a state without rates', async () => {
    await expect(getTaxRates(db, { state: 'NJ', productId: 1, day: '2026-12-15' })).rejects.toMatchObject({
      status: 422,
      code: 'missing_tax_rates',
      message: 'State: NJ has no tax rates, so policies cannot be issued there.',
    })
  })
  test('returns an error for a term that begins before the first tax rates in the state', async () => {
    await expect(getTaxRates(db, { state: 'CA', productId: 1, day: '2022-12-31' })).rejects.toMatchObject({
      code: 'missing_tax_rates',
      message: 'Effective date: CA has no rate of stampingFee on 12/31/2022.',
    })
  })

  const florida = { state: 'FL', charge: 'maintenance', product_class: 'residential', source: 'test' } as const
  const add = (row: Partial<TaxRate> & Pick<TaxRate, 'effective_from'>) =>
    db
      .insertInto('tax_rates')
      .values({ ...florida, ...row })
      .execute()
  test('allows only one row per charge and date', async () => {
    await add({ effective_from: '2010-01-01', effective_to: '2010-06-30' })
    await add({ effective_from: '2010-07-01', effective_to: '2010-12-31' })
    const overlap = { code: '23P01', constraint: 'tax_rates_one_a_day' }
    await expect(add({ effective_from: '2010-12-31' })).rejects.toMatchObject(overlap)
    await expect(add({ effective_from: '2009-01-01', effective_to: '2010-01-01' })).rejects.toMatchObject(overlap)
  })
  test.each([
    ['both a percentage and a flat amount', { rate_per_million: 100, flat_cents: 100 }],
    ['a rate that ends before it starts', { effective_to: '2019-12-31' }],
    ['a flat amount on the fee', { flat_cents: 100, applies_to_fee: true }],
    ['a rate above 100 percent', { rate_per_million: 1_000_001 }],
  ])('rejects a tax rate row with %s', async (_what, row) => {
    await expect(add({ effective_from: '2020-01-01', ...row })).rejects.toMatchObject({ code: '23514' })
  })
})
