import { expect, it } from 'vitest'
import { mayOf, whyNotOf } from './may-of.ts'

const policy = {
  can: [
    { action: 'pay', allowed: true, reason: null },
    { action: 'cancel', allowed: false, reason: 'The policy is cancelled.' },
    { action: 'endorse', allowed: false, reason: null },
  ],
} satisfies Parameters<typeof mayOf>[0]

it('may what the server allows, and nothing that it refuses or does not speak of', () => {
  expect([mayOf(policy, 'pay'), mayOf(policy, 'cancel'), mayOf(policy, 'addNote')]).toEqual([true, false, false])
})

it('says why not in the server’s words, and says so where there are none', () => {
  expect(whyNotOf(policy, 'cancel')).toBe('The policy is cancelled.')
  expect(whyNotOf(policy, 'endorse')).toBe('This cannot be done now.')
  expect([whyNotOf(policy, 'pay'), whyNotOf(policy, 'addNote')]).toEqual([undefined, undefined])
})

it('knows the actions of the contract only', () => {
  // @ts-expect-error: a typo would hide a button for ever
  expect(mayOf(policy, 'cancle')).toBe(false)
})
