import { expect, it } from 'vitest'
import { getDenialReason, isActionAllowed } from './policy-permissions.ts'

const policy = {
  can: [
    { action: 'pay', allowed: true, reason: null },
    { action: 'cancel', allowed: false, reason: 'The policy is cancelled.' },
    { action: 'endorse', allowed: false, reason: null },
  ],
} satisfies Parameters<typeof isActionAllowed>[0]

it('allows only the actions that the server lists as allowed', () => {
  expect([
    isActionAllowed(policy, 'pay'),
    isActionAllowed(policy, 'cancel'),
    isActionAllowed(policy, 'addNote'),
  ]).toEqual([true, false, false])
})

it("returns the server's denial reason, or a default reason if there is none", () => {
  expect(getDenialReason(policy, 'cancel')).toBe('The policy is cancelled.')
  expect(getDenialReason(policy, 'endorse')).toBe('This cannot be done now.')
  expect([getDenialReason(policy, 'pay'), getDenialReason(policy, 'addNote')]).toEqual([undefined, undefined])
})

it('denies an action that the contract does not define', () => {
  // @ts-expect-error the action is misspelled
  expect(isActionAllowed(policy, 'cancle')).toBe(false)
})
