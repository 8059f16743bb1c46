import { describe, expect, it } from 'vitest'
import { buildApplication, buildPolicyTerm, lienholder } from '../testing/policy-term.ts'
import { requireSameCoverages, requireValidApplication } from './check-application.ts'
import type { QuoteApplication } from './quote-row.ts'

const term = buildPolicyTerm()
const effectiveDate = '2026-12-30'
const second = { ...lienholder, lienholderId: 'l2', name: 'Second Bank' }
const known = [lienholder, second]

const validate = (application: QuoteApplication) => requireValidApplication({ application, effectiveDate }, term, known)
const rejection = (code: string, field: string) => expect.objectContaining({ status: 422, code, field })

describe('quote validation', () => {
  it('accepts an application without changes', () => {
    expect(() => validate(buildApplication({}, { lienholderList: known }))).not.toThrow()
  })

  it('accepts changed limits for coverages that have a premium', () => {
    expect(() => validate(buildApplication({ A: 500_000, B: 0 }))).not.toThrow()
    expect(() => validate(buildApplication({ A: 0, B: 100_000 }))).not.toThrow()
  })

  it('rejects a changed limit for a coverage that has no premium', () => {
    expect(() => validate(buildApplication({ C: 2_000 }))).toThrow(rejection('limit_fixed', 'coverages'))
  })

  it('rejects a changed limit for a coverage whose limit was zero', () => {
    const unlimited = buildPolicyTerm()
    const coverages = unlimited.begun.coverages.map((one) => (one.code === 'B' ? { ...one, limitCents: 0 } : one))
    const withoutB = { ...unlimited, begun: { ...unlimited.begun, coverages } }
    const validateB = (limit: number) =>
      requireValidApplication({ application: buildApplication({ B: limit }), effectiveDate }, withoutB, known)
    expect(() => validateB(0)).not.toThrow()
    expect(() => validateB(100_000)).toThrow(rejection('limit_fixed', 'coverages'))
  })

  it('rejects a limit below zero', () => {
    expect(() => validate(buildApplication({ A: -1 }))).toThrow(rejection('limit_below_zero', 'coverages'))
  })

  it('rejects an application in which all limits are zero', () => {
    expect(() => validate(buildApplication({ A: 0, B: 0 }))).toThrow(rejection('no_coverage', 'coverages'))
  })

  it('accepts an unchanged application if no coverage of the term has a premium', () => {
    const unpriced = buildPolicyTerm()
    const coverages = unpriced.begun.coverages.map((one) => ({ ...one, premiumCents: null }))
    const none = { ...unpriced, begun: { ...unpriced.begun, coverages } }
    expect(() => requireValidApplication({ application: buildApplication(), effectiveDate }, none, known)).not.toThrow()
  })

  it('compares limits with those in force on the effective date', () => {
    const sets = { limits: { C: 200_000 } }
    const raised = buildPolicyTerm([{ id: 't2', type: 'EB', effectiveDate: '2026-10-18', sets, chargedCents: 0 }])
    const validateOn = (day: string) =>
      requireValidApplication({ application: buildApplication({ C: 2_000 }), effectiveDate: day }, raised, known)
    expect(() => validateOn('2026-10-18')).not.toThrow()
    expect(() => validateOn('2026-10-17')).toThrow(rejection('limit_fixed', 'coverages'))
  })

  it.each([
    [0.01, true],
    [249_999.99, true],
    [250_000, false],
    [0, false],
    [-1, false],
  ])('accepts a deductible only if it is above zero and below the highest limit (%d: %s)', (deductible, isValid) => {
    const run = () => validate(buildApplication({}, { deductible }))
    if (isValid) expect(run).not.toThrow()
    else expect(run).toThrow(rejection('invalid_deductible', 'deductible'))
  })

  it('accepts the current deductible even if it exceeds the lowered limits', () => {
    expect(() => validate(buildApplication({ A: 500, B: 500 }))).not.toThrow()
  })
})

describe('lienholder validation', () => {
  const withLienholders = (...lienholderList: QuoteApplication['lienholderList']) =>
    buildApplication({}, { lienholderList })

  it('accepts a complete new lienholder and the removal of a lienholder', () => {
    expect(() => validate(withLienholders({ ...lienholder, lienholderId: null }))).not.toThrow()
    expect(() => validate(withLienholders(second))).not.toThrow()
  })

  it.each(['name', 'addr1', 'city', 'state', 'zip', 'loan_number'] as const)(
    'rejects a new or changed lienholder without %s',
    (field) => {
      const gap = rejection('missing_answers', field)
      expect(() => validate(withLienholders({ ...lienholder, lienholderId: null, [field]: ' ' }))).toThrow(gap)
      expect(() => validate(withLienholders({ ...lienholder, [field]: '' }))).toThrow(gap)
    },
  )

  it('accepts an incomplete lienholder that is unchanged', () => {
    const incomplete = { ...lienholder, loan_number: '' }
    const validateKnown = (list: QuoteApplication['lienholderList'], saved = [incomplete, second]) =>
      requireValidApplication({ application: withLienholders(...list), effectiveDate }, term, saved)
    expect(() => validateKnown([incomplete, second])).not.toThrow()
    expect(() => validateKnown([second, incomplete])).not.toThrow()
    expect(() => validateKnown([incomplete], [second, incomplete])).not.toThrow()
    expect(() => validateKnown([incomplete, { ...second, city: '' }])).toThrow(rejection('missing_answers', 'city'))
  })

  it('rejects a lienholder of another policy', () => {
    expect(() => validate(withLienholders(lienholder, { ...lienholder, lienholderId: 'other' }))).toThrow(
      rejection('unknown_lienholder', 'lienholderId'),
    )
  })

  it('rejects a lienholder listed twice', () => {
    expect(() => validate(withLienholders(lienholder, lienholder))).toThrow(rejection('duplicate_item', 'lienholderId'))
  })

  it('accepts the removal of all lienholders', () => {
    expect(() => validate(withLienholders())).not.toThrow()
  })
})

describe('requireSameCoverages', () => {
  const coverages = buildApplication().coverages
  const check = (list: QuoteApplication['coverages']) =>
    requireSameCoverages(buildApplication({}, { coverages: list }), term)

  it('accepts the coverages of the policy in any order', () => {
    expect(() => check(coverages.toReversed())).not.toThrow()
  })

  it('rejects a missing coverage and names it', () => {
    expect(() => check(coverages.slice(0, 2))).toThrow('coverage C is missing')
    expect(() => validate(buildApplication({}, { coverages: coverages.slice(0, 2) }))).toThrow('coverage C is missing')
  })

  it('rejects a coverage that is not on the policy or is listed twice', () => {
    const other = { code: 'D' as const, limit: 1, premium: 0 }
    expect(() => check([...coverages, other])).toThrow('coverage D is not on this policy or is listed twice')
    expect(() => check([...coverages, ...coverages.slice(1, 2)])).toThrow('coverage B is not on this policy')
  })
})
