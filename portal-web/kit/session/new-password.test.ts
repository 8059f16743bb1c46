import { expect, test } from 'vitest'
import { getConfirmationError } from './new-password.ts'

test('rejects a new password that differs from its confirmation [D413]', () => {
  expect(getConfirmationError({ newPassword: 'Tideline-Demo-1', confirmation: 'Tideline-Demo-1' })).toBeUndefined()
  expect(getConfirmationError({ newPassword: 'Tideline-Demo-1', confirmation: '' })).toBe('The passwords must match')
})
