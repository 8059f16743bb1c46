import { describe, expect, it } from 'vitest'
import { describeCancellationPlan } from './describe-plan.ts'

const propertySold = { docTypeId: 9, docType: { type: 'Property Sold' }, isRequired: true, isUploaded: false } as const
const plan = {
  ...{ insuredMustSign: true, agentMustSign: true, missingDocuments: [propertySold], isReviewedAutomatically: false },
  notifies: true,
}
const first = 'The policy changes to Pending Cancel immediately.'

describe('describeCancellationPlan (UI-14)', () => {
  it.each([
    ['insured', 'Your agent uploads “Property Sold”.', 'You and your agent sign the request.'],
    ['agent', 'You upload “Property Sold”.', 'The insured and you sign the request. We email the insured a link.'],
    [
      'internal',
      'You upload “Property Sold”.',
      'The insured and the agent sign the request. We email the insured a link.',
    ],
  ] as const)('lists status, documents, signatures and review for %s', (viewer, documents, signatures) => {
    expect(describeCancellationPlan(plan, viewer)).toEqual([
      first,
      documents,
      signatures,
      'Then our staff review and complete the cancellation.',
    ])
  })

  it('mentions no email if staff turned notifications off', () => {
    expect(describeCancellationPlan({ ...plan, notifies: false }, 'internal')[2]).toBe(
      'The insured and the agent sign the request.',
    )
  })

  it.each([
    [{ agentMustSign: false }, 'insured', 'You sign the request.'],
    [{ agentMustSign: false }, 'agent', 'The insured signs the request. We email the insured a link.'],
    [{ insuredMustSign: false }, 'agent', 'You sign the request.'],
    [{ insuredMustSign: false }, 'internal', 'The agent signs the request.'],
  ] as const)('names the only signer with %j for %s', (changes, viewer, sentence) => {
    expect(describeCancellationPlan({ ...plan, ...changes }, viewer)[2]).toBe(sentence)
  })

  it('lists neither signatures nor documents if none are required', () => {
    const none = { insuredMustSign: false, agentMustSign: false, missingDocuments: [], isReviewedAutomatically: true }
    expect(describeCancellationPlan({ ...plan, ...none }, 'agent')).toEqual([
      first,
      'Then we complete the cancellation within a few minutes.',
    ])
    const optional = [{ ...propertySold, isRequired: false }]
    expect(describeCancellationPlan({ ...plan, ...none, missingDocuments: optional }, 'agent')).toHaveLength(2)
  })
})
