import { expect, it } from 'vitest'
import { describeHeldRefund } from './held-refund-messages.ts'

it.each([
  ['claim', 'because of a claim in this policy term'],
  ['amount', 'until we have reviewed it, as we do with large refunds'],
  ['payment', 'will be refunded once a second person has approved it'],
  ['elapsedDays', 'because it is for days that have passed'],
  ['transferred', 'because it was transferred from a policy that still needs it'],
  ['check', 'until we have confirmed the check'],
  ['reinstatement', 'while we decide whether to reinstate the policy'],
  ['newPolicy', 'is on hold for your new policy'],
] as const)('states the amount and the reason of a refund on hold for %s', (by, reason) => {
  const text = describeHeldRefund({ by, cents: 24_000 })
  expect(text).toMatch(/^\$240\.00 /)
  expect(text).toContain(reason)
})
