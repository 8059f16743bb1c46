import { expect, it } from 'vitest'
import { waitMessage } from './waiting.ts'

it.each([
  [true, false, true, /sign and upload/],
  [true, false, false, /^Your agent still has to sign the/],
  [true, true, true, /^Your agent still has to upload/],
  [true, true, false, /please wait\.\.\. could take a couple minutes/],
  [false, false, false, /please wait\.\.\. could take a couple minutes/],
])(
  'agent must sign %s, has signed %s, must upload %s: %s [P178]',
  (agentMustSign, agentHasSigned, agentMustUpload, says) => {
    expect(waitMessage({ agentMustSign, agentHasSigned, agentMustUpload })).toMatch(says)
  },
)
