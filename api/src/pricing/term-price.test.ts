import { describe, expect, test } from 'vitest'
import { endorseTerm, getWholeTermPrice, type PricedTerm, priceTerm } from './endorsement.ts'
import { calculatePriceDifference } from './price-difference.ts'
import { reverseTermChange } from './reversal.ts'
import {
  type CoverageTerms,
  clampEffectiveDate,
  getEffectiveCoverageTerms,
  getLimitCents,
  type InitialTransaction,
} from './term.ts'
import {
  buildPriceSchedule,
  getCarriedMinimumCents,
  getDeductibleFactor,
  getMinimumEarnedPremiumCents,
  getTermPrice,
  getYearlyPriceCents,
} from './term-price.ts'

/** The year has 365 days. Coverage A costs $900, coverage B costs $300, and coverage C is included. */
const begun: InitialTransaction = {
  inceptionDate: '2026-03-13',
  expirationDate: '2027-03-13',
  coverages: [
    { code: 'A', limitCents: 25_000_000, premiumCents: 90_000 },
    { code: 'B', limitCents: 10_000_000, premiumCents: 30_000 },
    { code: 'C', limitCents: 100_000, premiumCents: null },
  ],
  deductibleCents: 200_000,
  grossCents: 120_000,
  minimumEarned: { percent: 0, cents: 0 },
}
const term = priceTerm(begun, [])

const wantedOn = (
  { begun, changes }: PricedTerm,
  day: string,
  limits: Record<string, number>,
  deductible?: number,
): CoverageTerms => {
  const terms = getEffectiveCoverageTerms(begun, changes, day)
  return {
    coverages: terms.coverages.map(({ code, limitCents }) => ({ code, limitCents: limits[code] ?? limitCents })),
    deductibleCents: deductible ?? terms.deductibleCents,
  }
}
const endorse = (before: PricedTerm, effectiveDate: string, limits: Record<string, number>, deductible?: number) =>
  endorseTerm(before, { effectiveDate, wanted: wantedOn(before, effectiveDate, limits, deductible) })

test.each([
  [0, 10_000_000],
  [100_000, 9_900_000],
  [1_900_000, 8_100_000],
  [2_000_000, 8_000_000],
  [2_000_001, 8_000_000],
  [5_000_000, 8_000_000],
])(
  'applies a deductible discount of one percent per thousand dollars, up to twenty percent: %i cents, factor %i',
  (cents, factor) => {
    expect(getDeductibleFactor(cents)).toBe(factor)
  },
)

test('returns a limit of 0 for a coverage that the policy does not include', () => {
  expect(['A', 'D'].map((code) => getLimitCents(begun, code))).toEqual([25_000_000, 0])
})

describe('endorsement price', () => {
  test('is zero for an endorsement without changes', () => {
    expect(endorse(term, '2026-12-01', {}).difference).toEqual({ premiumCents: 0, minimumCents: 0, periods: [] })
  })

  test('covers the days from the effective date and lists the rates for each period', () => {
    // The change costs $900 more a year for 73 of 365 days.
    expect(endorse(term, '2026-12-30', { A: 50_000_000 }).difference).toEqual({
      premiumCents: 18_000,
      minimumCents: 0,
      periods: [
        {
          from: '2026-12-30',
          through: '2027-03-12',
          days: 73,
          yearlyBeforeCents: 120_000,
          yearlyAfterCents: 210_000,
          cents: 18_000,
        },
      ],
    })
  })

  test('is refunded in full if the endorsement is undone on its effective date', () => {
    const raised = endorse(term, '2026-12-03', { A: 37_500_000, B: 20_000_000 })
    const lowered = endorse(raised, '2026-12-03', { A: 25_000_000, B: 10_000_000 })
    expect(lowered.difference.premiumCents).toBe(-raised.difference.premiumCents)
    expect(lowered.price.coverages).toEqual(begun.coverages)
  })

  test('is negative for a higher deductible, and is zero for included coverage', () => {
    expect(endorse(term, '2026-03-13', {}, 1_000_000).difference.premiumCents).toBe(-9796)
    expect(endorse(term, '2026-03-13', {}, 100_000).difference.premiumCents).toBeGreaterThan(0)
    expect(endorse(term, '2026-12-03', { C: 200_000 }).price.coverages[2]).toEqual({
      code: 'C',
      limitCents: 200_000,
      premiumCents: null,
    })
  })

  test('is based on 366 days in a leap year term', () => {
    const leap = priceTerm({ ...begun, inceptionDate: '2027-03-01', expirationDate: '2028-03-01' }, [])
    expect(endorse(leap, '2028-02-29', { A: 25_000_000 * 367 }).difference.premiumCents).toBe(90_000)
    expect(leap.price.premiumCents).toBe(120_000)
  })
})

describe('out-of-sequence endorsement price', () => {
  test('covers only days before the next transaction that sets the same field', () => {
    const later = endorse(term, '2026-12-30', { A: 50_000_000 })
    const out = endorse(later, '2026-08-06', { A: 37_500_000, B: 20_000_000 })
    // Coverage A: half of $900 for the 146 days until the later endorsement. Coverage B: $300 for all 219 remaining
    // days.
    expect(out.difference).toMatchObject({
      premiumCents: 18_000 + 18_000,
      periods: [
        { from: '2026-08-06', through: '2026-12-29', days: 146, cents: 18_000 + 12_000 },
        { from: '2026-12-30', through: '2027-03-12', days: 73, cents: 6_000 },
      ],
    })
    expect(out.price.coverages.slice(0, 2)).toMatchObject([{ limitCents: 50_000_000 }, { limitCents: 20_000_000 }])
  })

  test('is zero for an endorsement that sets the coverage already in force', () => {
    const kentucky = priceTerm(
      {
        ...begun,
        coverages: [
          { code: 'A', limitCents: 201_000_000, premiumCents: 1_040_572 },
          { code: 'B', limitCents: 50_000_000, premiumCents: 404_667 },
        ],
        grossCents: 1_445_239,
      },
      [],
    )
    const raised = endorse(kentucky, '2026-12-01', { A: 402_000_000 })
    expect(raised.difference.premiumCents).toBe(290_790)
    const out = endorse(raised, '2026-03-13', { A: 201_000_000 })
    expect(out.difference).toEqual({ premiumCents: 0, minimumCents: 0, periods: [] })
    expect(out.price.premiumCents).toBe(1_445_239 + 290_790)
  })
})

describe('price schedule', () => {
  test('refunds each day after cancellation at its own rate, not at the average rate', () => {
    const raised = endorse(term, '2026-12-30', { A: 50_000_000 })
    // The raise never took effect, so its whole price is returned. The original price is returned for 146 days of the
    // year.
    expect(calculatePriceDifference(raised.schedule, raised.schedule, '2026-10-18')).toMatchObject({
      premiumCents: -(48_000 + 18_000),
      periods: [
        { from: '2026-10-18', through: '2026-12-29', days: 73, cents: -24_000 },
        { from: '2026-12-30', through: '2027-03-12', days: 73, cents: -42_000 },
      ],
    })
  })

  test('spreads a manual adjustment over the days from its effective date', () => {
    const adjusted = priceTerm(begun, [{ effectiveDate: '2026-10-18', sets: { limits: {} }, chargedCents: -1460 }])
    expect(adjusted.price.premiumCents).toBe(120_000 - 1460)
    expect(getTermPrice(adjusted.schedule, '2026-12-30').premiumCents).toBe(96_000 - 730)
    expect(getTermPrice(adjusted.schedule, '2026-10-18').premiumCents).toBe(72_000)
  })

  test('records no manual adjustment for an endorsement that was charged at the rates', () => {
    const raised = { effectiveDate: '2026-12-30', sets: { limits: { A: 50_000_000 } }, chargedCents: 18_000 }
    expect(buildPriceSchedule(begun, [raised]).evenAmounts).toEqual([])
  })

  test('prices the whole term as if the final coverage applied to all days', () => {
    const raised = endorse(term, '2026-12-30', { A: 50_000_000 })
    expect(getWholeTermPrice(raised)).toMatchObject({
      premiumCents: 210_000,
      coverages: [{ premiumCents: 180_000 }, { premiumCents: 30_000 }, { premiumCents: null }],
    })
  })
})

describe('price difference by period', () => {
  const changeA = (effectiveDate: string, limitCents: number) => ({
    effectiveDate,
    sets: { limits: { A: limitCents } },
  })

  test('merges periods that have the same rates', () => {
    const unchanged = priceTerm(begun, [
      { effectiveDate: '2026-12-30', sets: { limits: {} } },
      { effectiveDate: '2027-01-30', sets: { limits: {} } },
    ])
    expect(calculatePriceDifference(unchanged.schedule, unchanged.schedule, '2026-10-18').periods).toEqual([
      {
        ...{ from: '2026-10-18', through: '2027-03-12', days: 146 },
        ...{ yearlyBeforeCents: 120_000, yearlyAfterCents: 0, cents: -48_000 },
      },
    ])
  })

  test('separates periods whose rates differ either before or after the change', () => {
    const raised = endorse(term, '2026-12-30', { A: 50_000_000 })
    const byRates = ({ periods }: ReturnType<typeof calculatePriceDifference>) =>
      periods.map(({ from, yearlyBeforeCents, yearlyAfterCents }) => [from, yearlyBeforeCents, yearlyAfterCents])
    expect(byRates(calculatePriceDifference(raised.schedule, raised.schedule, '2026-10-18'))).toEqual([
      ['2026-10-18', 120_000, 0],
      ['2026-12-30', 210_000, 0],
    ])
    const steps = priceTerm(begun, [changeA('2026-10-18', 50_000_000), changeA('2026-12-30', 75_000_000)])
    expect(byRates(calculatePriceDifference(term.schedule, steps.schedule))).toEqual([
      ['2026-10-18', 120_000, 210_000],
      ['2026-12-30', 120_000, 300_000],
    ])
  })

  test('does not merge periods separated by a period without a price difference', () => {
    const between = priceTerm(begun, [changeA('2026-10-18', 50_000_000), changeA('2026-12-30', 25_000_000)])
    const throughout = priceTerm(begun, [changeA('2026-03-13', 50_000_000)])
    expect(calculatePriceDifference(between.schedule, throughout.schedule).periods).toMatchObject([
      { from: '2026-03-13', through: '2026-10-17', yearlyBeforeCents: 120_000, yearlyAfterCents: 210_000 },
      { from: '2026-12-30', through: '2027-03-12', yearlyBeforeCents: 120_000, yearlyAfterCents: 210_000 },
    ])
  })

  test('includes a period with a price change of less than one cent', () => {
    expect(endorse(term, '2027-03-12', { A: 25_025_000 }).difference.periods).toMatchObject([
      { days: 1, yearlyBeforeCents: 120_000, yearlyAfterCents: 120_090, cents: 0 },
    ])
  })

  test('includes a one-cent rounding difference on days with unchanged rates', () => {
    // Until 2026-03-17, coverage A costs 986.30 or, with the higher limit on one day, 986.55.
    const oneDay = priceTerm(begun, [changeA('2026-03-16', 25_025_000), changeA('2026-03-17', 25_000_000)])
    expect(calculatePriceDifference(term.schedule, oneDay.schedule)).toMatchObject({
      premiumCents: 0,
      minimumCents: 0,
      periods: [
        { from: '2026-03-16', through: '2026-03-16', cents: 1 },
        { from: '2026-03-17', yearlyBeforeCents: 120_000, yearlyAfterCents: 120_000, cents: -1 },
      ],
    })
  })
})

describe('yearly price', () => {
  test('is zero before the term begins', () => {
    expect(getYearlyPriceCents(term.schedule, '2026-03-12')).toBe(0)
    expect(getYearlyPriceCents(term.schedule, '2026-03-13')).toBe(120_000)
  })

  test('includes a manual adjustment, converted to a yearly amount, from its effective date', () => {
    const sets = { limits: {} }
    const { schedule } = priceTerm(begun, [{ effectiveDate: '2026-10-18', sets, chargedCents: -1460 }])
    expect(getYearlyPriceCents(schedule, '2026-10-17')).toBe(120_000)
    // 14.60 for 146 of 365 days is 36.50 a year.
    expect(getYearlyPriceCents(schedule, '2026-10-18')).toBe(120_000 - 3650)
    expect(getYearlyPriceCents(schedule, '2026-10-19')).toBe(120_000 - 3650)
  })
})

describe('term price', () => {
  test('contains no charge for a coverage without a limit', () => {
    const coverages = [...begun.coverages, { code: 'D', limitCents: 0, premiumCents: 0 }]
    expect(priceTerm({ ...begun, coverages }, []).price.coverages.at(-1)).toEqual({
      ...{ code: 'D', limitCents: 0, premiumCents: 0 },
    })
    const charged = [{ code: 'D', limitCents: 0, premiumCents: 1_000 }]
    expect(priceTerm({ ...begun, coverages: charged, grossCents: 1_000 }, []).price.coverages).toEqual([
      { code: 'D', limitCents: 0, premiumCents: 0 },
    ])
  })

  test('contains the deductible that applies at the end of the term', () => {
    expect(term.price.deductibleCents).toBe(200_000)
    const twice = endorse(endorse(term, '2026-10-18', {}, 500_000), '2026-12-30', {}, 1_000_000)
    expect(twice.price.deductibleCents).toBe(1_000_000)
  })
})

test('moves a change outside the term to the nearest day of the term', () => {
  const clamp = (effectiveDate: string) => clampEffectiveDate(begun, { effectiveDate })
  expect([clamp('2026-03-12'), clamp('2026-03-13'), clamp('2027-03-12'), clamp('2027-03-13')]).toEqual([
    ...['2026-03-13', '2026-03-13', '2027-03-12', '2027-03-12'],
  ])
})

describe('minimum earned premium', () => {
  const excess = priceTerm({ ...begun, minimumEarned: { percent: 50, cents: 50_000 } }, [])
  test('limits the return premium of endorsements and cancellations', () => {
    const lowered = endorse(excess, '2026-04-01', { A: 100_000, B: 100_000 })
    expect(lowered.price.premiumCents).toBe(60_000)
    expect(lowered.price.minimumAddsCents).toBe(60_000 - lowered.price.scheduledCents)
    expect(lowered.difference.premiumCents).toBe(-60_000)
    // Lower coverage at the end of the term does not reduce the minimum premium.
    expect(getTermPrice(lowered.schedule, '2026-04-02').premiumCents).toBe(60_000)
    expect(getTermPrice(excess.schedule, '2026-03-14').premiumCents).toBe(60_000)
  })
  test('increases with higher coverage limits, but never exceeds the premium', () => {
    const raised = endorse(excess, '2026-03-13', { A: 50_000_000 })
    expect(getTermPrice(raised.schedule, '2026-03-14').premiumCents).toBe(105_000)
    const small = priceTerm(
      {
        ...begun,
        coverages: [{ code: 'A', limitCents: 25_000_000, premiumCents: 30_000 }],
        grossCents: 30_000,
        minimumEarned: { percent: 50, cents: 50_000 },
      },
      [],
    )
    expect(getTermPrice(small.schedule, '2026-03-13').premiumCents).toBe(30_000)
  })
  test('includes the unmet minimum of the replaced term (PRI-9), but never exceeds the premium', () => {
    for (const [carriedMinimumCents, carried, minimum] of [
      [50_000, 50_000, 60_000],
      [70_000, 70_000, 70_000],
      [130_000, 120_000, 120_000],
    ] as const) {
      const { schedule } = priceTerm({ ...excess.begun, carriedMinimumCents }, [])
      expect([getCarriedMinimumCents(schedule), getMinimumEarnedPremiumCents(schedule)]).toEqual([carried, minimum])
      expect(getTermPrice(schedule, '2026-03-14').premiumCents).toBe(minimum)
    }
    expect(getCarriedMinimumCents(excess.schedule)).toBe(0)
  })
})

describe('endorsement reversal (END-8)', () => {
  /** Prices a posted endorsement. A posted endorsement stores its charge in addition to the values that it sets. */
  const posted = (before: PricedTerm, day: string, limits: Record<string, number>) => {
    const { changes, difference } = endorse(before, day, limits)
    const last = changes.at(-1)
    if (!last) throw new Error('nothing was endorsed')
    return priceTerm(begun, [...before.changes, { ...last, chargedCents: difference.premiumCents }])
  }
  const reversed = (before: PricedTerm, index: number) => reverseTermChange(before, index)

  test('refunds the endorsement charge even after later changes to other fields', () => {
    const raised = posted(term, '2026-12-30', { A: 50_000_000 })
    const both = posted(raised, '2027-01-15', { B: 5_000_000 })
    expect(reversed(both, 0).difference.premiumCents).toBe(-18_000)
    expect(reversed(both, 0).price.premiumCents).toBe(posted(term, '2027-01-15', { B: 5_000_000 }).price.premiumCents)
  })

  test('keeps the value set by a later endorsement and reprices that endorsement', () => {
    const raised = posted(term, '2026-06-01', { A: 50_000_000 })
    const more = posted(raised, '2026-12-30', { A: 75_000_000 })
    const { price, sets } = reversed(more, 0)
    expect(sets).toEqual({ limits: { A: 25_000_000 } })
    expect(price.premiumCents).toBe(posted(term, '2026-12-30', { A: 75_000_000 }).price.premiumCents)
    expect(getEffectiveCoverageTerms(begun, reversed(more, 0).changes, '2027-01-01').coverages[0]?.limitCents).toBe(
      75_000_000,
    )
  })

  test('restores the value that applied before the endorsement', () => {
    const raised = posted(term, '2026-12-30', { A: 50_000_000 })
    const before = posted(raised, '2026-06-01', { A: 30_000_000 })
    expect(reversed(before, 0).sets).toEqual({ limits: { A: 30_000_000 } })
    const overruled = posted(raised, '2026-12-30', { A: 40_000_000 })
    expect(reversed(overruled, 0).sets).toEqual({ limits: {} })
    expect(reversed(overruled, 0).difference.premiumCents).toBe(0)
  })

  test('refunds a charge above the rates only once', () => {
    const { changes } = posted(term, '2026-12-30', { A: 50_000_000 })
    const dear = priceTerm(
      begun,
      changes.map((change) => ({ ...change, chargedCents: 20_000 })),
    )
    const { difference, sets } = reversed(dear, 0)
    expect(difference.premiumCents).toBe(-20_000)
    const after = { effectiveDate: '2026-12-30', sets, chargedCents: -20_000 }
    expect(priceTerm(begun, [...dear.changes, after]).price.premiumCents).toBe(120_000)
  })

  test('refunds only the above-rate charge of the reversed endorsement', () => {
    const adjustment = { effectiveDate: '2026-10-18', sets: { limits: {} }, chargedCents: -1460 }
    const { changes } = posted(term, '2026-12-30', { A: 50_000_000 })
    const dear = changes.map((change) => ({ ...change, chargedCents: 20_000 }))
    const after = reversed(priceTerm(begun, [adjustment, ...dear]), 1)
    expect([after.difference.premiumCents, after.price.premiumCents]).toEqual([-20_000, 120_000 - 1460])
    const before = reversed(priceTerm(begun, [...dear, adjustment]), 0)
    expect([before.difference.premiumCents, before.price.premiumCents]).toEqual([-20_000, 120_000 - 1460])
  })

  test('throws an error if the term does not contain the endorsement', () => {
    expect(() => reversed(term, 0)).toThrow('The term has no change 0')
  })
})

describe('lapse in coverage', () => {
  const lapse = { from: '2026-05-25', to: '2026-08-06' }
  const lapsed = { ...begun, lapses: [lapse] }

  test('reduces the premium by the days without coverage', () => {
    // 73 of 365 days.
    const { price, schedule } = priceTerm(lapsed, [])
    expect(price.premiumCents).toBe(120_000 - 24_000)
    expect(
      ['2026-05-24', '2026-05-25', '2026-08-05', '2026-08-06'].map((day) => getYearlyPriceCents(schedule, day)),
    ).toEqual([120_000, 0, 0, 120_000])
    expect([lapse.from, lapse.to].map((end) => getTermPrice(schedule, end).premiumCents)).toEqual([24_000, 24_000])
  })

  test('does not reduce the minimum earned premium', () => {
    const minimumEarned = { percent: 0, cents: 110_000 }
    expect(priceTerm({ ...lapsed, minimumEarned }, []).price.premiumCents).toBe(110_000)
  })

  test('is free under every limit that applied during it', () => {
    const raised = endorse(term, '2026-07-01', { A: 50_000_000 })
    const { price } = priceTerm(lapsed, raised.changes)
    // Coverage A costs $900 a year for 73 days, then $1,800 a year for 219 days.
    expect(price.premiumCents).toBe(18_000 + 108_000 + (30_000 * 292) / 365)
  })

  test('returns its share of a manual adjustment that was posted before it, but not of a later one', () => {
    const adjustment = { effectiveDate: begun.inceptionDate, sets: { limits: {} }, chargedCents: 3650 }
    expect(priceTerm(lapsed, [{ ...adjustment, lapsesBefore: 0 }]).price.premiumCents).toBe(96_000 + 2920)
    expect(priceTerm(lapsed, [{ ...adjustment, lapsesBefore: 1 }]).price.premiumCents).toBe(96_000 + 3650)
  })

  test('does not reduce a later manual adjustment whose days are all without coverage', () => {
    const toTheEnd = { ...begun, lapses: [{ from: '2026-12-30', to: begun.expirationDate }] }
    const adjustment = { effectiveDate: '2027-01-15', sets: { limits: {} }, chargedCents: 500 }
    expect(priceTerm(toTheEnd, [adjustment]).price.premiumCents).toBe(96_000 + 500)
  })

  test('does not change the price of a transaction that was posted before it', () => {
    const { changes, difference } = endorse(term, '2026-04-01', { A: 50_000_000 })
    const before = changes.map((change) => ({ ...change, chargedCents: difference.premiumCents, lapsesBefore: 0 }))
    expect(priceTerm(lapsed, before).price).toEqual(priceTerm(lapsed, changes).price)
    const { price } = reverseTermChange(priceTerm(lapsed, before), 0)
    expect(price.premiumCents).toBe(96_000)
  })

  test('does not lower the price of the whole term, on which a renewal is based', () => {
    expect(getWholeTermPrice(priceTerm(lapsed, [])).premiumCents).toBe(120_000)
  })
})
