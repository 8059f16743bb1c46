import { describe, expect, it } from 'vitest'
import type { ChangedTermValues } from '../pricing/term.ts'
import { buildPolicyTerm } from '../testing/policy-term.ts'
import { getInheritedValues, priceInheritedValues } from './inherited-values.ts'

const before = buildPolicyTerm()
const endorse = (sets: ChangedTermValues, effectiveDate = '2027-03-12') =>
  buildPolicyTerm([{ id: 't2', type: 'EB', effectiveDate, sets }])
const both = { limits: { A: 50_000_000, B: 5_000_000 }, deductibleCents: 500_000 }

describe('getInheritedValues', () => {
  it('returns the changed values that are in effect at the end of the expiring term', () => {
    expect(getInheritedValues({ before, after: endorse(both) }, [])).toEqual(both)
  })

  it('returns no values if the change has ended before the end of the term', () => {
    expect(getInheritedValues({ before, after: before }, [])).toEqual({ limits: {} })
  })

  it('excludes a limit that an endorsement of the renewal already changes', () => {
    const own = [{ limits: { C: 1 } }, { limits: { A: 30_000_000 } }]
    expect(getInheritedValues({ before, after: endorse(both) }, own)).toEqual({
      ...{ limits: { B: 5_000_000 }, deductibleCents: 500_000 },
    })
  })

  it('excludes the deductible if an endorsement of the renewal already changes it', () => {
    const own = [{ limits: {} }, { limits: {}, deductibleCents: 100_000 }]
    expect(getInheritedValues({ before, after: endorse(both) }, own)).toEqual({ limits: both.limits })
  })
})

describe('priceInheritedValues', () => {
  it('charges for the full renewal term, and taxes the premium difference', () => {
    const priced = priceInheritedValues(buildPolicyTerm(), { limits: { A: 50_000_000 } })
    expect(priced.difference.premiumCents).toBe(90_000)
    expect(priced.taxes).toEqual({ surplus_tax_policy_premium_cents: 4_500 })
    expect(priced.changes).toEqual([{ effectiveDate: '2026-03-13', sets: { limits: { A: 50_000_000 } } }])
  })
})
