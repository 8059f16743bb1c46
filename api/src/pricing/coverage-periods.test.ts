import { describe, expect, it } from 'vitest'
import { getCoveragePeriods, getDeductiblePeriods } from './coverage-periods.ts'
import { buildPriceSchedule } from './term-price.ts'

const begun = {
  ...{ inceptionDate: '2026-09-04', expirationDate: '2027-09-04', deductibleCents: 200_000, grossCents: 120_000 },
  coverages: [
    { code: 'A', limitCents: 25_000_000, premiumCents: 90_000 },
    { code: 'B', limitCents: 10_000_000, premiumCents: 30_000 },
    { code: 'C', limitCents: 100_000, premiumCents: null },
  ],
  minimumEarned: { percent: 0, cents: 0 },
}

describe('getCoveragePeriods', () => {
  it('returns one period from inception for a limit that never changes', () => {
    expect(getCoveragePeriods(buildPriceSchedule(begun, []))).toEqual(
      begun.coverages.map((coverage) => ({ ...coverage, effectiveDate: '2026-09-04' })),
    )
  })

  it('returns each limit with its effective date and its share of the term premium', () => {
    const schedule = buildPriceSchedule(begun, [
      { effectiveDate: '2026-11-13', sets: { limits: { A: 30_000_000, B: 5_000_000 } } },
      // Posted later, effective earlier (out of sequence).
      { effectiveDate: '2026-10-13', sets: { limits: { A: 27_500_000 } } },
    ])
    const periods = getCoveragePeriods(schedule)
    expect(periods.map(({ code, effectiveDate, limitCents }) => [code, effectiveDate, limitCents])).toEqual([
      ['A', '2026-09-04', 25_000_000],
      ['A', '2026-10-13', 27_500_000],
      ['A', '2026-11-13', 30_000_000],
      ['B', '2026-09-04', 10_000_000],
      ['B', '2026-11-13', 5_000_000],
      ['C', '2026-09-04', 100_000],
    ])
    // Of 365 days, 39 have a limit of 250,000, 31 have 275,000 and 295 have 300,000. A limit of 250,000 costs $900 a
    // year.
    expect(periods.slice(0, 3).map(({ premiumCents }) => premiumCents)).toEqual([9616, 8409, 87_287])
    expect(periods.at(-1)?.premiumCents).toBeNull()
  })

  it('merges periods if a limit returns to its earlier value on the same date', () => {
    const schedule = buildPriceSchedule(begun, [
      { effectiveDate: '2026-10-13', sets: { limits: { B: 12_000_000 } } },
      { effectiveDate: '2026-10-13', sets: { limits: { B: 10_000_000 } } },
    ])
    expect(getCoveragePeriods(schedule).filter(({ code }) => code === 'B')).toEqual([
      { code: 'B', effectiveDate: '2026-09-04', limitCents: 10_000_000, premiumCents: 30_000 },
    ])
  })
})

describe('coverage periods of a term with a lapse', () => {
  const schedule = buildPriceSchedule({ ...begun, lapses: [{ from: '2026-10-13', to: '2026-11-13' }] }, [])

  it('show no limit during the lapse (DEL-26)', () => {
    // 39 and 295 of 365 days at $300 a year.
    expect(getCoveragePeriods(schedule).filter(({ code }) => code === 'B')).toEqual([
      { code: 'B', effectiveDate: '2026-09-04', limitCents: 10_000_000, premiumCents: 3205 },
      { code: 'B', effectiveDate: '2026-10-13', limitCents: 0, premiumCents: 0 },
      { code: 'B', effectiveDate: '2026-11-13', limitCents: 10_000_000, premiumCents: 24_247 },
    ])
    expect(getDeductiblePeriods(schedule)).toHaveLength(1)
  })

  it('show the limit of a later endorsement without interruption', () => {
    const lapsed = { ...begun, lapses: [{ from: '2026-10-13', to: '2026-11-13' }] }
    const raised = buildPriceSchedule(lapsed, [{ effectiveDate: '2027-01-13', sets: { limits: { B: 20_000_000 } } }])
    const periods = getCoveragePeriods(raised).filter(({ code }) => code === 'B')
    expect(periods.map(({ effectiveDate, limitCents }) => [effectiveDate, limitCents])).toEqual([
      ['2026-09-04', 10_000_000],
      ['2026-10-13', 0],
      ['2026-11-13', 10_000_000],
      ['2027-01-13', 20_000_000],
    ])
  })
})

describe('getDeductiblePeriods', () => {
  it('returns each deductible with its effective date', () => {
    const sets = { limits: {}, deductibleCents: 500_000 }
    expect(getDeductiblePeriods(buildPriceSchedule(begun, [{ effectiveDate: '2026-10-13', sets }]))).toEqual([
      { effectiveDate: '2026-09-04', cents: 200_000 },
      { effectiveDate: '2026-10-13', cents: 500_000 },
    ])
  })
})
