import { describe, expect, it } from 'vitest'
import { getRequiredDocuments } from './document-catalog.ts'
import { getRestrictionMessage } from './restrictions.ts'

const signed = (docKind: string) => ({ docKind, isSigned: true })
const unsigned = (docKind: string) => ({ docKind, isSigned: false })

describe('getRestrictionMessage', () => {
  it.each([
    ['CA', 'NB', 'cad1', 'Document access restricted until CAD1 form is signed by insured.'],
    ['KY', 'NB', 'slNotice', 'Document access restricted until SL Notice is signed by insured.'],
    ['MA', 'NB', 'br7', 'Document access restricted until BR7 form is signed by insured and agent.'],
    ['MA', 'RN', 'br7', 'Document access restricted until BR7 form is signed by insured and agent.'],
  ] as const)('restricts %s %s documents until %s is signed [DOC-3]', (state, originalTransType, paper, sentence) => {
    const policy = { state, originalTransType }
    for (const kind of ['policy', 'decPage']) {
      expect(getRestrictionMessage(kind, policy, [unsigned(paper)], false)).toBe(sentence)
      expect(getRestrictionMessage(kind, policy, [], false)).toBe(sentence)
      expect(getRestrictionMessage(kind, policy, [signed(paper)], false)).toBeNull()
      expect(getRestrictionMessage(kind, policy, [unsigned(paper)], true)).toBeNull()
    }
    expect(getRestrictionMessage('application', policy, [unsigned(paper)], false)).toBeNull()
  })

  it('does not restrict documents of renewals in CA and KY, or of policies in other states', () => {
    for (const [state, originalTransType] of [
      ['CA', 'RN'],
      ['KY', 'RN'],
      ['FL', 'NB'],
    ] as const)
      expect(getRestrictionMessage('policy', { state, originalTransType }, [], false)).toBeNull()
  })
})

describe('getRequiredDocuments', () => {
  it("returns the documents that must be signed in the policy's state", () => {
    const kinds = (state: string, originalTransType: 'NB' | 'RN') =>
      getRequiredDocuments({ productId: 1, state, originalTransType }).map((paper) => paper.kind)
    expect(kinds('FL', 'NB')).toEqual(['application', 'diligentEffort', 'policy', 'decPage'])
    expect(kinds('CA', 'NB')).toContain('cad1')
    expect(kinds('CA', 'RN')).not.toContain('cad1')
    expect(kinds('MA', 'RN')).toContain('br7')
  })
})
