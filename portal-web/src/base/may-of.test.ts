import { expect, it } from 'vitest'
import { getDenialReason, getPermissions } from './may-of.ts'

const policy = {
  can: [
    { action: 'pay', allowed: true, reason: null },
    { action: 'cancel', allowed: false, reason: 'The policy is cancelled.' },
    { action: 'endorse', allowed: false, reason: null },
  ],
} satisfies Parameters<typeof getPermissions>[0]

it('may what the server allows, and nothing that it refuses or does not speak of', () => {
  expect([getPermissions(policy, 'pay'), getPermissions(policy, 'cancel'), getPermissions(policy, 'addNote')]).toEqual([
    true,
    false,
    false,
  ])
})

it('says why not in the server’s words, and says so where there are none', () => {
  expect(getDenialReason(policy, 'cancel')).toBe('The policy is cancelled.')
  expect(getDenialReason(policy, 'endorse')).toBe('This cannot be done now.')
  expect([getDenialReason(policy, 'pay'), getDenialReason(policy, 'addNote')]).toEqual([undefined, undefined])
})

it('knows the actions of the contract only', () => {
  // @ts-expect-error: a typo would hide a button for ever
  expect(getPermissions(policy, 'cancle')).toBe(false)
})
