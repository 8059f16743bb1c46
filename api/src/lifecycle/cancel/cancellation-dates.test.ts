import { describe, expect, it } from 'vitest'
import { isFutureEffective, returnsElapsedPremium } from './cancellation-dates.ts'

const policy = { inceptionDate: '2026-03-13', expirationDate: '2027-03-13' }

describe('isFutureEffective', () => {
  it.each([
    ['tomorrow', '2026-06-02', '2026-06-01', true],
    ['today', '2026-06-01', '2026-06-01', false],
    ['yesterday', '2026-05-31', '2026-06-01', false],
    ['the inception date of a term that has not begun', '2026-03-13', '2026-02-01', false],
    ['the day after a future inception date', '2026-03-14', '2026-02-01', true],
  ])('returns whether coverage continues until a cancellation date of %s', (_, effectiveDate, today, isFuture) => {
    expect(isFutureEffective(policy, effectiveDate, today)).toBe(isFuture)
  })
})

describe('returnsElapsedPremium', () => {
  const returnsPremium = (premium: 'full' | 'proRata' | 'none', endDay: string, today = '2026-06-01') =>
    returnsElapsedPremium(policy, { refund: { premium } }, endDay, today)

  it('returns true for a pro rata cancellation before today', () => {
    expect([returnsPremium('proRata', '2026-05-31'), returnsPremium('proRata', '2026-06-01')]).toEqual([true, false])
  })

  it('returns true for any flat cancellation made after the inception date', () => {
    expect(returnsPremium('full', '2026-06-01')).toBe(true)
    expect(returnsPremium('full', '2026-03-13', '2026-03-14')).toBe(true)
    expect(returnsPremium('full', '2026-03-13', '2026-03-13')).toBe(false)
  })

  it('returns false for a cancellation date at the end of the term', () => {
    expect(returnsPremium('proRata', '2027-03-12', '2027-06-01')).toBe(true)
    expect(returnsPremium('proRata', '2027-03-13', '2027-06-01')).toBe(false)
  })

  it('returns false for a reason that returns no premium', () => {
    expect(returnsPremium('none', '2026-05-01')).toBe(false)
  })
})
