import { expect, it } from 'vitest'
import { describePendingCancellation, describePendingItems } from './describe-pending-items.ts'

it.each([
  [true, false, true, true, /sign and upload/],
  [true, false, false, true, /^Your agent still has to sign the/],
  [true, true, true, false, /^Your agent still has to upload/],
  [true, true, false, true, /please wait\.\.\. could take a couple minutes/],
  [false, false, false, true, /please wait\.\.\. could take a couple minutes/],
  [true, true, false, false, /^We have everything\. Our staff will complete/],
])(
  'describes the pending item to policyholders: agent must sign %s, has signed %s, must upload %s, automatic review %s: %s [P178]',
  (agentMustSign, agentHasSigned, agentMustUpload, isReviewedAutomatically, says) => {
    expect(
      describePendingCancellation({
        agentMustSign,
        agentHasSigned,
        agentMustUpload,
        isReviewedAutomatically,
        holdReason: null,
      }),
    ).toMatch(says)
  },
)

const done = { insuredMustSign: true, insuredHasSigned: true, agentMustSign: true, agentHasSigned: true }
const standing = (changes: object) =>
  describePendingItems({
    ...done,
    agentMustUpload: false,
    missingDocuments: [],
    isReviewedAutomatically: false,
    holdReason: null,
    ...changes,
  })
const stop = 'Cancellation is stopped in Lee County by "Order 26-09".'
const sold = { docTypeId: 9, docType: { type: 'Property Sold' }, isRequired: true, isUploaded: false }

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
])('describes the pending items to agents and staff for %j: %s', (changes, says) => {
  expect(standing(changes)).toBe(says)
})

it('explains a moratorium to policyholders once nothing else is pending', () => {
  const held = { agentMustSign: true, agentMustUpload: false, isReviewedAutomatically: true, holdReason: stop }
  expect(describePendingCancellation({ ...held, agentHasSigned: true })).toMatch(
    /a state order has paused cancellations where the property is located\. We will complete yours/,
  )
  expect(describePendingCancellation({ ...held, agentHasSigned: false })).toBe(
    'Your agent still has to sign the cancellation.',
  )
})
