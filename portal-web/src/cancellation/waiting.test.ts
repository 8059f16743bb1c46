import { expect, it } from 'vitest'
import { waitMessage, waitsFor } from './waiting.ts'

it.each([
  [true, false, true, true, /sign and upload/],
  [true, false, false, true, /^Your agent still has to sign the/],
  [true, true, true, false, /^Your agent still has to upload/],
  [true, true, false, true, /please wait\.\.\. could take a couple minutes/],
  [false, false, false, true, /please wait\.\.\. could take a couple minutes/],
  [true, true, false, false, /^Everything is there: our staff complete/],
])(
  'agent must sign %s, has signed %s, must upload %s, reviewed by itself %s: %s [P178]',
  (agentMustSign, agentHasSigned, agentMustUpload, isReviewedAutomatically, says) => {
    expect(waitMessage({ agentMustSign, agentHasSigned, agentMustUpload, isReviewedAutomatically })).toMatch(says)
  },
)

const done = { insuredMustSign: true, insuredHasSigned: true, agentMustSign: true, agentHasSigned: true }
const standing = (changes: object) =>
  waitsFor({ ...done, agentMustUpload: false, missingDocuments: [], isReviewedAutomatically: false, ...changes })
const sold = { docTypeId: 9, docType: { type: 'Property Sold' }, isRequired: true, isUploaded: false }

it.each([
  [{ insuredHasSigned: false }, 'Waits for the insured’s signature.'],
  [
    { insuredHasSigned: false, agentHasSigned: false, missingDocuments: [sold] },
    'Waits for the insured’s signature, the agent’s signature, and the document “Property Sold”.',
  ],
  [{}, 'Everything is there: it waits for internal staff to finalize it.'],
  [{ isReviewedAutomatically: true }, 'Everything is there: it ends by itself within a few minutes.'],
])('agents and staff read of %j: %s', (changes, says) => {
  expect(standing(changes)).toBe(says)
})
