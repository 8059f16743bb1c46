import { expect, it } from 'vitest'
import { describeNextStep } from './describe-next-step.ts'

const complete = {
  ...{ insuredMustSign: true, insuredHasSigned: true, agentMustSign: true, agentHasSigned: true },
  ...{ agentMustUpload: false, missingDocuments: [], isReviewedAutomatically: false, holdReason: null },
  ...{ effectiveDate: '2026-12-20', nextStep: 'finalization' as const },
}

it.each([
  [true, false, true, true, /sign and upload/],
  [true, false, false, true, /^Your agent still has to sign the/],
  [true, true, true, false, /^Your agent still has to upload/],
  [true, true, false, true, /please wait\.\.\. could take a couple minutes/],
  [false, false, false, true, /please wait\.\.\. could take a couple minutes/],
  [true, true, false, false, /^We have everything\. Our staff will complete/],
])(
  'describes the next step to policyholders: agent must sign %s, has signed %s, must upload %s, automatic review %s: %s [P178]',
  (agentMustSign, agentHasSigned, agentMustUpload, isReviewedAutomatically, text) => {
    const agent = { agentMustSign, agentHasSigned, agentMustUpload }
    expect(describeNextStep({ ...complete, ...agent, isReviewedAutomatically }, 'insured')).toMatch(text)
  },
)

const stop = 'Cancellation is stopped in Lee County by "Order 26-09".'
const sold = { docTypeId: 9, docType: { type: 'Property Sold' }, isRequired: true, isUploaded: false } as const

it.each([
  [{ insuredHasSigned: false }, 'Waiting for the insured’s signature.'],
  [
    { insuredHasSigned: false, agentHasSigned: false, missingDocuments: [sold] },
    'Waiting for the insured’s signature, the agent’s signature, and the document “Property Sold”.',
  ],
  [{}, 'We have everything. Staff will finalize the cancellation.'],
  [{ isReviewedAutomatically: true }, 'We have everything. The cancellation will complete in a few minutes.'],
  [
    { insuredMustSign: false, isReviewedAutomatically: true, holdReason: stop },
    `On hold: ${stop} It stays pending until the moratorium ends.`,
  ],
  [
    { insuredHasSigned: false, holdReason: stop },
    `Waiting for the insured’s signature. On hold: ${stop} The cancellation can continue only with the insured’s written request.`,
  ],
])('describes the next step to agents and staff for %j: %s', (changes, text) => {
  expect(describeNextStep({ ...complete, ...changes }, 'agent')).toBe(text)
})

it('asks the policyholder to sign the cancellation request', () => {
  expect(describeNextStep({ ...complete, nextStep: 'insuredSignature' }, 'insured')).toBe(
    'You still need to sign the request.',
  )
})

it('explains a moratorium to policyholders only if no other step is pending', () => {
  const held = { ...complete, nextStep: 'moratorium' as const, holdReason: stop }
  expect(describeNextStep(held, 'insured')).toMatch(
    /a state order has paused cancellations where the property is located\. We will complete yours/,
  )
  expect(describeNextStep({ ...held, agentHasSigned: false }, 'insured')).toBe(
    'Your agent still has to sign the cancellation.',
  )
})

it.each(['insured', 'agent', 'internal'] as const)('shows %s users the date of an accepted cancellation', (viewer) => {
  expect(describeNextStep({ ...complete, nextStep: 'effectiveDate', agentHasSigned: false }, viewer)).toBe(
    'The cancellation is accepted. Coverage ends on 12/20/2026.',
  )
})
