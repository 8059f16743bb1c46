import { describe, expect, it } from 'vitest'
import { buildApplication, buildPolicyTerm, lienholder } from '../testing/policy-term.ts'
import { getChangedFields } from './changes.ts'

const term = buildPolicyTerm()
const { mailingAddress } = buildApplication()
const effectiveDate = '2026-12-30'

describe('getChangedFields', () => {
  it.each([
    ['nothing for a quote that changes nothing', buildApplication(), []],
    ['a changed limit', buildApplication({ B: 100_001 }), ['coverage B']],
    ['a changed deductible', buildApplication({}, { deductible: 2_000.01 }), ['deductible']],
    ['removed lienholders', buildApplication({}, { lienholderList: [] }), ['lienholders']],
    [
      'a changed mailing address',
      buildApplication({}, { mailingAddress: { ...mailingAddress, zip: '33607' } }),
      ['mailing address'],
    ],
    [
      'all fields that change, in the order of the editor',
      buildApplication({ A: 1, C: 2 }, { lienholderList: [], deductible: 1 }),
      ['lienholders', 'coverage A', 'coverage C', 'deductible'],
    ],
  ])('lists %s', (_, application, fields) => {
    expect(getChangedFields({ application, effectiveDate }, term, [lienholder])).toEqual(fields)
  })

  it('compares a quote with the coverage in force on its effective date', () => {
    const sets = { limits: { A: 30_000_000 }, deductibleCents: 500_000 }
    const raised = buildPolicyTerm([{ id: 't2', type: 'EB', effectiveDate: '2026-10-18', sets, chargedCents: 0 }])
    const application = buildApplication({ A: 300_000 }, { deductible: 5_000 })
    const getFieldsOn = (day: string) => getChangedFields({ application, effectiveDate: day }, raised, [lienholder])
    expect(getFieldsOn('2026-10-18')).toEqual([])
    expect(getFieldsOn('2026-10-17')).toEqual(['coverage A', 'deductible'])
  })
})
