import { describe, expect, it } from 'vitest'
import type { PostedTermChange } from '../policy/read-term.ts'
import type { ChangedTermValues } from '../pricing/term.ts'
import { buildPolicyTerm } from '../testing/policy-term.ts'
import { getReappliedTransactions } from './reapplied-transactions.ts'

const change = (effectiveDate: string, sets: Partial<ChangedTermValues>, more: Partial<PostedTermChange> = {}) => ({
  ...{ id: effectiveDate, type: 'EB', effectiveDate, sets: { limits: {}, ...sets } },
  ...more,
})
const reapply = (changes: PostedTermChange[], endorsement: ReturnType<typeof change>) =>
  getReappliedTransactions(buildPolicyTerm(changes), endorsement)

describe('getReappliedTransactions', () => {
  it('returns a later change of the same limit with its premium before and after the endorsement', () => {
    // Doubling limit A costs $900 a year. The later change applies to 73 of 365 days.
    const later = change('2026-12-30', { limits: { A: 50_000_000 } })
    expect(reapply([later], change('2026-08-06', { limits: { A: 37_500_000 } }))).toEqual([
      { type: 'EB', effectiveDate: '2026-12-30', beforeCents: 18_000, afterCents: 9_000 },
    ])
  })

  it('omits changes that are effective on or before the endorsement date', () => {
    const changes = [
      change('2026-05-01', { limits: { A: 30_000_000 } }),
      change('2026-08-06', { limits: { A: 50_000_000 } }),
      change('2026-08-07', { limits: { B: 20_000_000 } }),
    ]
    const reapplied = reapply(changes, change('2026-08-06', { limits: { A: 25_000_000 } }))
    expect(reapplied.map(({ effectiveDate }) => effectiveDate)).toEqual(['2026-08-07'])
  })

  it('omits changes that affect neither a limit nor the deductible', () => {
    const changes = [
      change('2026-10-18', {}, { chargedCents: 5_000 }),
      change('2026-12-30', { deductibleCents: 500_000 }),
    ]
    const reapplied = reapply(changes, change('2026-08-06', { limits: { A: 50_000_000 } }))
    expect(reapplied.map(({ effectiveDate }) => effectiveDate)).toEqual(['2026-12-30'])
  })

  it('prices each later change on top of the changes before it', () => {
    const changes = [
      change('2026-05-01', { limits: { B: 20_000_000 } }),
      change('2026-10-18', { limits: { A: 50_000_000 } }),
      change('2026-12-30', { limits: { A: 75_000_000 } }),
    ]
    // Without the endorsement, each change adds $900 a year, for 146 and 73 days. The endorsement already adds the
    // first $900 a year, so the first change adds nothing.
    expect(reapply(changes, change('2026-08-06', { limits: { A: 50_000_000 } }))).toEqual([
      { type: 'EB', effectiveDate: '2026-10-18', beforeCents: 36_000, afterCents: 0 },
      { type: 'EB', effectiveDate: '2026-12-30', beforeCents: 18_000, afterCents: 18_000 },
    ])
  })

  it('sorts later changes by effective date, and recalculates each premium from rates', () => {
    const changes = [
      change('2026-12-30', { limits: { A: 50_000_000 } }, { chargedCents: 99_999 }),
      change('2026-10-18', { limits: { B: 20_000_000 } }, { type: 'EBO' }),
    ]
    expect(reapply(changes, change('2026-08-06', { limits: { A: 25_000_000 } }))).toEqual([
      { type: 'EBO', effectiveDate: '2026-10-18', beforeCents: 12_000, afterCents: 12_000 },
      { type: 'EB', effectiveDate: '2026-12-30', beforeCents: 18_000, afterCents: 18_000 },
    ])
  })

  it('prices later changes on top of all changes up to the endorsement date', () => {
    // The later change raises limit A from 30,000,000 to 50,000,000 cents: 80 percent of $900 a year for 73 of 365 days.
    const later = change('2026-12-30', { limits: { A: 50_000_000 } })
    for (const date of ['2026-05-01', '2026-08-06'])
      expect(
        reapply(
          [change(date, { limits: { A: 30_000_000 } }), later],
          change('2026-08-06', { limits: { B: 20_000_000 } }),
        ),
      ).toEqual([{ type: 'EB', effectiveDate: '2026-12-30', beforeCents: 14_400, afterCents: 14_400 }])
  })
})
