import { describe, expect, it } from 'vitest'
import { buildPolicyTerm } from '../testing/policy-term.ts'
import { getEarliestEffectiveDate, requireAllowedEffectiveDate } from './effective-date.ts'

const policy = { inceptionDate: '2026-03-13', expirationDate: '2027-03-13', hasImmediateClosing: false }

describe('getEarliestEffectiveDate', () => {
  it.each([
    ['ten days after today', policy, '2026-06-01', '2026-06-11'],
    ['today for an immediate closing', { ...policy, hasImmediateClosing: true }, '2026-06-01', '2026-06-01'],
    ['the inception date if it is later', policy, '2026-03-01', '2026-03-13'],
    ['the day after the inception date if the waiting period ends then', policy, '2026-03-04', '2026-03-14'],
    ['at most the last day of the term', policy, '2027-03-03', '2027-03-12'],
  ])('returns %s', (_, facts, today, date) => {
    expect(getEarliestEffectiveDate(facts, today)).toBe(date)
  })
})

describe('requireAllowedEffectiveDate', () => {
  const endorsedOn = (...dates: string[]) =>
    buildPolicyTerm(
      dates.map((effectiveDate, index) => ({
        ...{ id: `t${index}`, type: 'EB', effectiveDate, sets: { limits: {} }, chargedCents: 0 },
      })),
    )
  const term = endorsedOn('2026-12-30', '2026-10-18')
  const outside = 'Effective date must be between 03/13/2026 and 03/12/2027.'

  it.each(['2026-03-13', '2026-12-30', '2027-03-12'])('accepts %s for a mandatory endorsement', (date) => {
    expect(requireAllowedEffectiveDate('ebm', date, policy, term)).toBe(date)
  })

  it.each(['2026-03-12', '2027-03-13'])('rejects %s, which is outside the term', (date) => {
    expect(() => requireAllowedEffectiveDate('ebm', date, policy, term)).toThrow(
      expect.objectContaining({ status: 422, code: 'outside_term', message: outside }),
    )
  })

  it('accepts an out-of-sequence endorsement only before the latest effective date', () => {
    expect(requireAllowedEffectiveDate('ebo', '2026-12-29', policy, term)).toBe('2026-12-29')
    expect(() => requireAllowedEffectiveDate('ebo', '2026-12-30', policy, term)).toThrow(
      'Effective date must be before 12/30/2026, the effective date of the latest transaction.',
    )
  })

  it('considers transactions that do not change the term, such as a reinstatement', () => {
    const reinstated = buildPolicyTerm([], { effective_date: '2026-12-31' })
    expect(requireAllowedEffectiveDate('ebo', '2026-12-30', policy, reinstated)).toBe('2026-12-30')
    expect(() => requireAllowedEffectiveDate('ebo', '2026-12-31', policy, reinstated)).toThrow('before 12/31/2026')
  })
})
