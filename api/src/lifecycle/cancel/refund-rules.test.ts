import { describe, expect, test } from 'vitest'
import { endorseTerm, priceTerm } from '../../pricing/endorsement.ts'
import type { InitialTransaction } from '../../pricing/term.ts'
import { calculateTaxes } from '../../taxes/calculate-taxes.ts'
import type { TaxRates } from '../../taxes/select-tax-rates.ts'
import { refundRules } from '../../testing/refund-rules.ts'
import {
  type CancellableTerm,
  calculateRefundLines,
  getPaidToDate,
  getRefundBasis,
  type RefundRule,
} from './refund-rules.ts'

const rate = {
  ...{ state: 'FL', product_class: 'residential' as const, rate_per_million: 0, flat_cents: 0, applies_to_fee: true },
  ...{ effective_from: '2020-07-01', effective_to: null, rounding_cents: 1 as const, source: '' },
}
const rates: TaxRates = {
  ...{ state: 'FL', productId: 1, day: '2026-03-13' },
  rates: [
    { ...rate, charge: 'emergencyFund', flat_cents: 200, applies_to_fee: false },
    { ...rate, charge: 'stampingFee', rate_per_million: 600 },
    { ...rate, charge: 'surplusTax', rate_per_million: 49_400 },
  ],
}

/** A home in Florida with a fee of $75. Yearly premium (365 days) is $900 for coverage A and $280 for coverage B. */
const begun: InitialTransaction = {
  inceptionDate: '2026-03-13',
  expirationDate: '2027-03-13',
  coverages: [
    { code: 'A', limitCents: 25_000_000, premiumCents: 90_000 },
    { code: 'B', limitCents: 10_000_000, premiumCents: 28_000 },
  ],
  deductibleCents: 200_000,
  grossCents: 118_000,
  minimumEarned: { percent: 0, cents: 0 },
}
const feeCents = 7_500

/** Returns the term with new limits for its last 73 days, for example with A doubled or B halved. */
function aTerm(limits: { A?: number; B?: number }, minimumEarned = begun.minimumEarned): CancellableTerm {
  const bound = priceTerm({ ...begun, minimumEarned }, [])
  const coverages = begun.coverages.map(({ code, limitCents }) => ({
    code,
    limitCents: limits[code as 'A' | 'B'] ?? limitCents,
  }))
  const { schedule, price } = endorseTerm(bound, {
    effectiveDate: '2026-12-30',
    wanted: { coverages, deductibleCents: begun.deductibleCents },
  })
  const taxesFor = (premiumCents: number) => calculateTaxes(rates, { premiumCents, feeCents })
  return { schedule, price, feeCents, taxesFor, taxes: taxesFor(price.premiumCents) }
}

/**
 * Expected amounts in cents, calculated by hand: premium, taxes on it (4.94% and 0.06%), taxes on the fee and the $2.00
 * surcharge. `whole` is the full term. `earned` is before inception, on the first day, after one day, after 219 of 365
 * days, and on the last day (364).
 */
const terms = {
  'without endorsements': { limits: {}, whole: 131_976, earned: [8_076, 8_076, 8_416, 82_416, 131_636] },
  'with an increased limit': {
    limits: { A: 50_000_000 },
    whole: 150_876,
    earned: [8_076, 8_076, 8_416, 82_416, 150_277],
  },
  'with a decreased limit': {
    limits: { B: 5_000_000 },
    whole: 129_036,
    earned: [8_076, 8_076, 8_416, 82_416, 128_737],
  },
} as const
const days = ['2026-02-20', '2026-03-13', '2026-03-14', '2026-10-18', '2027-03-12'] as const
const payments = {
  nothing: () => 0,
  part: () => 50_000,
  all: (whole: number) => whole,
  tooMuch: (whole: number) => whole + 9_999,
}

/** Amount that each refund basis retains (CAN-1, TAX-3, CAN-3, PRI-3, CAN-4, POL-8). */
const kept = {
  flat: () => 0,
  proRata: (_whole: number, earned: number) => earned,
  paidToDate: (whole: number, _earned: number, received: number) => Math.min(whole, received),
  none: (whole: number, earned: number, received: number) => Math.max(earned, Math.min(whole, received)),
}
const byRule = {
  flat: ['flat', kept.flat],
  flatToNewPolicy: ['flatToNewPolicy', kept.flat],
  proRata: ['proRata', kept.proRata],
  proRataOrMinimumEarned: ['proRata', kept.proRata],
  paidToDate: ['paidToDate', kept.paidToDate],
  none: ['none', kept.none],
} as const

const refunded = (lines: { kind: string; refundedCents: number }[]) =>
  Object.fromEntries(lines.map(({ kind, refundedCents }) => [kind, refundedCents] as const))

describe('refund calculation', () => {
  const cases = Object.entries(byRule).flatMap(([rule, [basis, keeps]]) =>
    Object.keys(terms).map((term) => [rule as keyof typeof byRule, term as keyof typeof terms, basis, keeps] as const),
  )
  test.each(cases)(
    'matches the hand-calculated retained amount for rule %s and a term %s',
    (ruleName, name, basis, keeps) => {
      const rule = refundRules[ruleName]
      const { limits, whole, earned } = terms[name]
      const term = aTerm(limits)
      for (const [index, effectiveDate] of days.entries())
        for (const [paid, cents] of Object.entries(payments)) {
          const receivedCents = cents(whole)
          const facts = { effectiveDate, receivedCents, isBlockedByClaim: false }
          const { lines, refundCents, minimumCents } = calculateRefundLines(rule, term, facts)
          expect(getRefundBasis(rule, { minimumCents })).toBe(basis)
          const keptCents = lines.reduce((sum, line) => sum + line.keptCents, 0)
          expect([paid, effectiveDate, keptCents]).toEqual([
            paid,
            effectiveDate,
            keeps(whole, earned[index] ?? 0, receivedCents),
          ])
          expect(keptCents + refundCents).toBe(whole)
          for (const line of lines) expect(line.refundedCents).toBeGreaterThanOrEqual(0)
        }
    },
  )

  test('excludes the fee, the tax on the fee and the flat surcharge from a pro rata refund', () => {
    const { lines, periods, minimumCents } = calculateRefundLines(refundRules.proRata, aTerm({}), {
      effectiveDate: '2026-10-18',
      receivedCents: 131_976,
      isBlockedByClaim: false,
    })
    const of = ({ kind, keptCents, refundedCents }: (typeof lines)[number]) => [kind, keptCents, refundedCents]
    expect(lines.map(of)).toEqual([
      ['premium', 70_800, 47_200],
      ['policyFee', 7_500, 0],
      ['surcharge', 200, 0],
      ['stampingFee', 42, 29],
      ['stampingFee', 5, 0],
      ['tax', 371, 0],
      ['tax', 3_498, 2_331],
    ])
    expect([periods, minimumCents]).toMatchObject([
      [{ from: '2026-10-18', through: '2027-03-12', days: 146, yearlyBeforeCents: 118_000, cents: -47_200 }],
      0,
    ])
  })

  test('includes the full charge for coverage not yet in effect and the unearned charge for lowered coverage', () => {
    const rule = refundRules.proRataOrMinimumEarned
    const on = (term: CancellableTerm) =>
      refunded(
        calculateRefundLines(rule, term, { effectiveDate: '2026-10-18', receivedCents: 0, isBlockedByClaim: false })
          .lines,
      )
    expect(on(aTerm({ A: 50_000_000 })).premium).toBe(136_000 - 70_800)
    expect(on(aTerm({ B: 5_000_000 })).premium).toBe(115_200 - 70_800)
  })

  test('excludes the minimum earned premium, even with lowered limits, unless the refund is flat', () => {
    const facts = { effectiveDate: '2026-04-13', receivedCents: 0, isBlockedByClaim: false }
    for (const [rule, premium] of [
      ['proRata', 60_000],
      ['proRataOrMinimumEarned', 60_000],
      ['flat', 0],
    ] as const) {
      const { lines } = calculateRefundLines(
        refundRules[rule],
        aTerm({ A: 100, B: 100 }, { percent: 0, cents: 60_000 }),
        facts,
      )
      expect(lines[0]?.keptCents).toBe(premium)
    }
    const { minimumCents } = calculateRefundLines(refundRules.proRata, aTerm({}, { percent: 0, cents: 60_000 }), facts)
    // 31 of 365 days are earned.
    expect(minimumCents).toBe(60_000 - 10_022)
    for (const rule of [refundRules.proRata, refundRules.proRataOrMinimumEarned])
      expect(getRefundBasis(rule, { minimumCents })).toBe('minimumEarned')
    const before = calculateRefundLines(refundRules.proRataOrMinimumEarned, aTerm({}, { percent: 0, cents: 60_000 }), {
      ...facts,
      effectiveDate: '2026-02-20',
    })
    expect(before.lines[0]?.keptCents).toBe(60_000)
  })

  test('retains the carried minimum and the taxes on it in a flat cancellation (PRI-9)', () => {
    const term = aTerm({})
    const carrying = {
      ...term,
      schedule: { ...term.schedule, begun: { ...begun, carriedMinimumCents: 30_110 } },
    }
    const facts = { effectiveDate: '2026-03-13', receivedCents: 131_976, isBlockedByClaim: false }
    for (const rule of [refundRules.flat, { ...refundRules.flat, goesFirstToNewPolicy: true }]) {
      const refund = calculateRefundLines(rule, carrying, facts)
      // The 4.94% tax on $301.10 is $14.87 and the 0.06% fee is $0.18. The policy fee and the surcharge are refunded.
      expect(refund.refundCents).toBe(131_976 - 30_110 - 1_487 - 18)
      expect(refund.minimumCents).toBe(30_110)
      expect(getRefundBasis(rule, refund)).toBe('minimumEarned')
    }
    const blocked = calculateRefundLines(refundRules.flat, carrying, { ...facts, isBlockedByClaim: true })
    expect([blocked.refundCents, blocked.minimumCents]).toEqual([0, 0])
  })

  test('returns 921.37 of premium plus tax after 80 days, without tax on the fee', () => {
    const { lines } = calculateRefundLines(refundRules.proRata, aTerm({}), {
      effectiveDate: '2026-06-01',
      receivedCents: 131_976,
      isBlockedByClaim: false,
    })
    // $197.26 and $61.37 are retained. The 4.94% tax is $58.29 on $1,180.00 and $12.78 on $258.63. The 0.06% fee is
    // $0.71 and
    // $0.16.
    expect(lines.map(({ column, refundedCents }) => [column, refundedCents])).toEqual([
      [undefined, 92_137],
      [undefined, 0],
      ['emergency_fund_surcharge_cents', 0],
      ['stamping_fees_policy_premium_cents', 55],
      ['stamping_fees_policy_fee_cents', 0],
      ['surplus_tax_policy_fee_cents', 0],
      ['surplus_tax_policy_premium_cents', 4_551],
    ])
  })

  test('returns zero when a claim blocks the refund', () => {
    const facts = { effectiveDate: '2026-03-13', receivedCents: 131_976, isBlockedByClaim: true }
    expect(calculateRefundLines(refundRules.flat, aTerm({}), facts).refundCents).toBe(0)
  })
})

describe('paid-to date', () => {
  test('equals the last date covered by payments after the fee and its tax', () => {
    // $500.00 minus $80.76 for the fee, its tax and the surcharge pays $399.28 of premium with its tax. That covers 123
    // days at $1,180 a year.
    expect(getPaidToDate(aTerm({}), 50_000)).toBe('2026-07-14')
    expect(getPaidToDate(aTerm({}), 131_976)).toBe('2027-03-13')
    expect(getPaidToDate(aTerm({}), 131_975)).toBe('2027-03-12')
  })
  test('moves one day earlier if payments are one cent short', () => {
    // 73 of 365 days cost $236.00, with taxes of $11.66 and $0.14, after $80.76 for the fee.
    expect(getPaidToDate(aTerm({}), 32_856)).toBe('2026-05-25')
    expect(getPaidToDate(aTerm({}), 32_855)).toBe('2026-05-24')
  })
  test('equals the expiration date if nothing is charged', () => {
    const coverages = begun.coverages.map((coverage) => ({ ...coverage, premiumCents: 0 }))
    const { schedule, price } = priceTerm({ ...begun, coverages, grossCents: 0 }, [])
    expect(getPaidToDate({ schedule, price, feeCents: 0, taxesFor: () => ({}), taxes: {} }, 0)).toBe('2027-03-13')
  })
  test('equals the inception date if nothing was paid, even if a day costs less than a cent', () => {
    const coverages = [{ code: 'A', limitCents: 25_000_000, premiumCents: 100 }]
    const { schedule, price } = priceTerm({ ...begun, coverages, grossCents: 100 }, [])
    expect(getPaidToDate({ schedule, price, feeCents: 0, taxesFor: () => ({}), taxes: {} }, 0)).toBe('2026-03-13')
  })
  test('equals the inception date if payments do not exceed the fee', () => {
    for (const received of [-5, 0, 1, 8_076]) expect(getPaidToDate(aTerm({}), received)).toBe('2026-03-13')
  })
})

describe('retained amounts after a nonpayment cancellation', () => {
  const getKept = (receivedCents: number) => {
    const facts = { effectiveDate: '2026-03-13', receivedCents, isBlockedByClaim: false }
    const { lines } = calculateRefundLines(refundRules.paidToDate, aTerm({}), facts)
    return Object.fromEntries(lines.map(({ kind, column, keptCents }) => [column ?? kind, keptCents]))
  }

  test.each([
    ['nothing if no payment was made', 0, {}],
    ['nothing for a returned payment', -5, {}],
    ['the fee before the taxes', 5_000, { policyFee: 5_000 }],
    ['the taxes after the fee', 7_600, { policyFee: 7_500, emergency_fund_surcharge_cents: 100 }],
    [
      'the taxes in a fixed order',
      7_750,
      {
        ...{ policyFee: 7_500, emergency_fund_surcharge_cents: 200 },
        ...{ stamping_fees_policy_fee_cents: 5, surplus_tax_policy_fee_cents: 45 },
      },
    ],
    [
      'the premium that the remaining payment covers with its tax',
      // 4.94% of 11 cents is rounded to one cent, and of 10 cents to none.
      8_088,
      {
        ...{ policyFee: 7_500, emergency_fund_surcharge_cents: 200, stamping_fees_policy_fee_cents: 5 },
        ...{ surplus_tax_policy_fee_cents: 371, premium: 11, surplus_tax_policy_premium_cents: 1 },
      },
    ],
  ])('include %s', (_, receivedCents, kept) => {
    const zeros = Object.fromEntries(Object.keys(getKept(0)).map((name) => [name, 0]))
    expect(getKept(receivedCents)).toEqual({ ...zeros, ...kept })
  })
})

describe('itemized refund', () => {
  const calculate = (rule: RefundRule, facts = {}) =>
    calculateRefundLines(rule, aTerm({}, { percent: 0, cents: 60_000 }), {
      ...{ effectiveDate: '2026-04-13', receivedCents: 131_976, isBlockedByClaim: false },
      ...facts,
    })

  test('omits days and minimum premium for a flat cancellation', () => {
    expect(calculate(refundRules.flat)).toMatchObject({ periods: [], minimumCents: 0 })
  })

  test('omits days and minimum premium if nothing is refunded', () => {
    expect(calculate(refundRules.proRata, { isBlockedByClaim: true })).toMatchObject({ periods: [], minimumCents: 0 })
    expect(calculate(refundRules.none)).toMatchObject({ refundCents: 0, periods: [], minimumCents: 0 })
  })

  test('lists a charge that nets to zero over the term but not for the remaining days', () => {
    const adjustment = { effectiveDate: '2026-10-18', sets: { limits: {} }, chargedCents: -118_000 }
    const { schedule, price } = priceTerm(begun, [adjustment])
    const term = { ...aTerm({}), schedule, price, taxesFor: () => ({}), taxes: {} }
    const facts = { effectiveDate: '2026-10-18', receivedCents: 0, isBlockedByClaim: false }
    const { lines, refundCents } = calculateRefundLines(refundRules.proRata, term, facts)
    expect(lines[0]).toMatchObject({ kind: 'premium', chargedCents: 0, keptCents: 70_800, refundedCents: -70_800 })
    expect(refundCents).toBe(-70_800)
  })
})

describe('flat cancellation refund', () => {
  const rule = { premium: 'full', policyFee: 'full', goesFirstToNewPolicy: false } as const
  const facts = { effectiveDate: '2026-03-13', receivedCents: 131_976, isBlockedByClaim: false }
  const refunded = (more: { taxes: 'full' | 'none'; surcharges: 'full' | 'none' }) => {
    const { lines } = calculateRefundLines({ ...rule, ...more }, aTerm({}), facts)
    return [true, false].map((isSurcharge) =>
      lines
        .filter(({ kind }) => kind !== 'premium' && kind !== 'policyFee' && (kind === 'surcharge') === isSurcharge)
        .every(({ refundedCents }) => refundedCents > 0),
    )
  }

  test('includes surcharges and taxes only if the refund rule returns them', () => {
    expect(refunded({ surcharges: 'full', taxes: 'full' })).toEqual([true, true])
    expect(refunded({ surcharges: 'full', taxes: 'none' })).toEqual([true, false])
    expect(refunded({ surcharges: 'none', taxes: 'full' })).toEqual([false, true])
  })

  test('includes the policy fee only if the refund rule returns it', () => {
    const getFee = (policyFee: RefundRule['policyFee']) =>
      calculateRefundLines({ ...refundRules.flat, policyFee }, aTerm({}), facts).lines.find(
        ({ kind }) => kind === 'policyFee',
      )
    expect(getFee('full')).toMatchObject({ keptCents: 0, refundedCents: 7_500 })
    expect(getFee('none')).toMatchObject({ keptCents: 7_500, refundedCents: 0 })
  })
})
