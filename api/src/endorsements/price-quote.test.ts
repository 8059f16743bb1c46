import { describe, expect, it } from 'vitest'
import { buildApplication, buildPolicyTerm } from '../testing/policy-term.ts'
import {
  findCoverageIncreases,
  findQuoteIncreases,
  getRequestedCoverage,
  getRestrictedEndorsementActions,
  priceQuote,
} from './price-quote.ts'
import type { QuoteRow } from './quote-row.ts'

const term = buildPolicyTerm()

describe('priceQuote', () => {
  it('returns premium and tax for the days from the effective date of the change', () => {
    // The change adds $900 a year for 73 of 365 days. The taxes of the term are five percent.
    const priced = priceQuote({ application: buildApplication({ A: 500_000 }), effectiveDate: '2026-12-30' }, term)
    expect(priced.difference.premiumCents).toBe(18_000)
    expect(priced.taxes).toEqual({ surplus_tax_policy_premium_cents: 900 })
    expect(priced.sets).toEqual({ limits: { A: 50_000_000 } })
  })
})

describe('getRequestedCoverage', () => {
  it('converts limits and the deductible to cents', () => {
    expect(getRequestedCoverage(buildApplication({ A: 250_000.01 }, { deductible: 2_500 }))).toEqual({
      coverages: [
        { code: 'A', limitCents: 25_000_001 },
        { code: 'B', limitCents: 10_000_000 },
        { code: 'C', limitCents: 100_000 },
      ],
      deductibleCents: 250_000,
    })
  })

  it('rejects an amount with more than two decimals and names its field', () => {
    expect(() => getRequestedCoverage(buildApplication({ B: 1.001 }))).toThrow(
      expect.objectContaining({ code: 'too_many_decimals', field: 'coverages.B' }),
    )
    expect(() => getRequestedCoverage(buildApplication({}, { deductible: 1.001 }))).toThrow(
      expect.objectContaining({ code: 'too_many_decimals', field: 'deductible' }),
    )
  })
})

describe('coverage increases in a quote', () => {
  const current = { coverages: [{ code: 'A', limitCents: 100 }], deductibleCents: 50 }
  const find = (limits: Record<string, number>, deductibleCents = 50) =>
    findCoverageIncreases(current, {
      coverages: Object.entries(limits).map(([code, limitCents]) => ({ code, limitCents })),
      deductibleCents,
    })

  it.each([
    ['no change', { A: 100 }, 50, []],
    ['a lower limit and a higher deductible', { A: 99 }, 51, []],
    ['a limit that is one cent higher', { A: 101 }, 50, ['higherLimits']],
    ['one higher limit of several', { A: 99, B: 1 }, 50, ['higherLimits']],
    ['a new coverage without a limit', { A: 100, B: 0 }, 50, []],
    ['a deductible that is one cent lower', { A: 100 }, 49, ['lowerDeductible']],
    ['a higher limit and a lower deductible', { A: 101 }, 49, ['higherLimits', 'lowerDeductible']],
  ])('determine the moratorium restrictions for %s', (_, limits, deductibleCents, actions) => {
    expect(getRestrictedEndorsementActions(find(limits, deductibleCents))).toEqual(actions)
  })

  it('are compared with the coverage in force on the effective date', () => {
    const sets = { limits: { A: 50_000_000 } }
    const raised = buildPolicyTerm([{ id: 't2', type: 'EB', effectiveDate: '2026-10-18', sets, chargedCents: 0 }])
    const quote = { application: buildApplication({ A: 500_000 }), effectiveDate: '2026-10-18' } as QuoteRow
    expect(findQuoteIncreases(quote, raised).higherLimits).toBe(false)
    expect(findQuoteIncreases({ ...quote, effectiveDate: '2026-10-17' }, raised).higherLimits).toBe(true)
  })
})
