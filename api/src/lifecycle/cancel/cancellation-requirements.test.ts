import { describe, expect, it } from 'vitest'
import {
  type CancellationRequirements,
  findMissingDocuments,
  getNextStep,
  isCancellationComplete,
  shouldAgentUpload,
} from './cancellation-requirements.ts'

describe('required cancellation documents', () => {
  const papers = [
    { docTypeId: 9, purpose: 'requiredUpload' },
    { docTypeId: 10, purpose: 'requiredUpload' },
    { docTypeId: 17, purpose: 'optionalUpload' },
    { docTypeId: 8, purpose: 'sign' },
  ] as const

  it.each([
    [[], [9, 10]],
    [[9], [10]],
    [[9, 10], []],
    [
      [8, 17],
      [9, 10],
    ],
  ])('include the documents missing after uploads %j: %j [P189]', (uploaded, missing) => {
    expect(findMissingDocuments(papers, new Set<number>(uploaded)).map(({ docTypeId }) => docTypeId)).toEqual(missing)
  })

  const sold = { docTypeId: 9, name: 'Property Sold' }
  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])(
    'are requested from the agent (documents missing: %s, signatures missing: %s): %s [P179]',
    (lacks, isUnsigned, must) => {
      const missing = lacks ? [sold] : []
      const waiting = (agentHasSigned: boolean, insuredHasSigned: boolean): CancellationRequirements => ({
        ...{ missing, agentMustSign: true, agentHasSigned, insuredMustSign: true, insuredHasSigned },
      })
      const standing = isUnsigned
        ? [waiting(false, true), waiting(true, false), waiting(false, false)]
        : [waiting(true, true)]
      for (const one of standing) expect(shouldAgentUpload(one)).toBe(must)
      // No signature is required, so none is missing.
      expect(shouldAgentUpload({ ...waiting(false, false), agentMustSign: false, insuredMustSign: false })).toBe(false)
    },
  )

  it('are requested from the agent even if only one required signature is missing', () => {
    const none = { missing: [sold], agentMustSign: false, agentHasSigned: false, insuredMustSign: false }
    const unsigned = { ...none, insuredHasSigned: false }
    expect(shouldAgentUpload({ ...unsigned, insuredMustSign: true })).toBe(true)
    expect(shouldAgentUpload({ ...unsigned, agentMustSign: true })).toBe(true)
    expect(shouldAgentUpload({ ...unsigned, insuredMustSign: true, insuredHasSigned: true })).toBe(false)
    expect(shouldAgentUpload({ ...unsigned, agentMustSign: true, agentHasSigned: true })).toBe(false)
  })
})

describe('isCancellationComplete', () => {
  const signed = { insuredMustSign: true, insuredHasSigned: true, agentMustSign: true, agentHasSigned: true }
  const isComplete = (changes: Partial<CancellationRequirements>) =>
    isCancellationComplete({ ...signed, missing: [], ...changes })

  it('returns true if no required document or signature is missing', () => {
    expect(isComplete({})).toBe(true)
    expect(isComplete({ insuredMustSign: false, insuredHasSigned: false })).toBe(true)
    expect(isComplete({ agentMustSign: false, agentHasSigned: false })).toBe(true)
  })

  it.each<[string, Partial<CancellationRequirements>]>([
    ['a document', { missing: [{ docTypeId: 9, name: 'Property Sold' }] }],
    ['the signature of the insured', { insuredHasSigned: false }],
    ['the signature of the agent', { agentHasSigned: false }],
  ])('returns false if %s is missing', (_, changes) => {
    expect(isComplete(changes)).toBe(false)
  })
})

describe('getNextStep', () => {
  const requirements: CancellationRequirements = {
    ...{ insuredMustSign: true, insuredHasSigned: true, agentMustSign: true, agentHasSigned: true, missing: [] },
  }
  const unsigned = { ...requirements, insuredHasSigned: false, agentHasSigned: false }
  const missing = [{ docTypeId: 9, name: 'Property Sold' }]
  const complete = { isAccepted: false, requirements, isOnHold: false, isReviewedAutomatically: false }

  it.each([
    [{ requirements: { ...unsigned, missing }, isOnHold: true }, 'insuredSignature'],
    [{ requirements: { ...unsigned, insuredHasSigned: true, missing } }, 'agentSignature'],
    [{ requirements: { ...unsigned, insuredMustSign: false, agentMustSign: false, missing } }, 'documents'],
    [{ isOnHold: true, isReviewedAutomatically: true }, 'moratorium'],
    [{ isReviewedAutomatically: true }, 'automaticReview'],
    [{}, 'finalization'],
    [{ isAccepted: true, requirements: { ...unsigned, missing }, isReviewedAutomatically: true }, 'effectiveDate'],
    [{ isAccepted: true, isOnHold: true }, 'moratorium'],
  ] as const)('returns for a cancellation with %j the step %s [CAN-21]', (changes, step) => {
    expect(getNextStep({ ...complete, ...changes } as typeof complete)).toBe(step)
  })
})
