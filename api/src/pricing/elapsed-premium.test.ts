import { expect, test } from 'vitest'
import { getElapsedPremiumCents } from './elapsed-premium.ts'
import { buildPriceSchedule } from './term-price.ts'

const schedule = buildPriceSchedule(
  {
    ...{ inceptionDate: '2026-03-13', expirationDate: '2027-03-13', deductibleCents: 200_000, grossCents: 36_500 },
    coverages: [{ code: 'A', limitCents: 25_000_000, premiumCents: 36_500 }],
    minimumEarned: { percent: 0, cents: 0 },
  },
  [],
)

test.each([
  ['no premium before the term begins', '2026-03-12', 0],
  ['no premium on the first day', '2026-03-13', 0],
  ['the premium of one day on the second day', '2026-03-14', 100],
  ['all but one day on the last day', '2027-03-12', 36_400],
  ['the whole premium at expiration', '2027-03-13', 36_500],
  ['the whole premium after expiration', '2027-06-01', 36_500],
])('earns %s', (_, today, cents) => {
  expect(getElapsedPremiumCents(schedule, today)).toBe(cents)
})
