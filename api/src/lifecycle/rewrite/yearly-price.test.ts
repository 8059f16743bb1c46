import { expect, test } from 'vitest'
import { totalsOf } from '../../policy/bind-term.ts'
import { yearlyPrice } from './yearly-price.ts'

const first = {
  coverages: [
    { code: 'A', limitCents: 25_000_000, premiumCents: 100_000 },
    { code: 'D', limitCents: 3_000_000, premiumCents: null },
  ],
  deductibleCents: 200_000,
  grossCents: 100_000,
  taxes: { surplus_tax_policy_premium_cents: 5000, emergency_fund_surcharge_cents: 200 },
}
const row = { policy_fee_cents: 7500 }

test('a term that nothing has changed costs what it cost', () => {
  const price = yearlyPrice({ first, now: first, row })
  expect(totalsOf(price)).toEqual({ taxesCents: 5200, totalCents: 112_700 })
  expect(price).toEqual({
    coverages: first.coverages,
    grossCents: 100_000,
    feeCents: 7500,
    taxes: first.taxes,
  })
})

test('limits that an endorsement raised for a part of the year are paid for the whole of it', () => {
  const now = { ...first, coverages: [{ code: 'A', limitCents: 30_000_000, premiumCents: 105_000 }] }
  const price = yearlyPrice({ first, now, row })
  expect(price.coverages).toEqual([
    { code: 'A', limitCents: 30_000_000, premiumCents: 120_000 },
    { code: 'D', limitCents: 3_000_000, premiumCents: null },
  ])
  // Taxes on the premium follow it, flat charges stay.
  expect(price).toMatchObject({ grossCents: 120_000 })
  expect(totalsOf(price)).toEqual({ taxesCents: 6200, totalCents: 133_700 })
})
