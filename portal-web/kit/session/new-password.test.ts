import { zPassword } from '@tideline/sdk/zod'
import { expect, test } from 'vitest'
import { confirmationProblem, passwordProblems } from './new-password.ts'

test('each rule has its sentence [D411] [D412]', () => {
  expect(passwordProblems('Tideline-Demo-1')).toEqual([])
  expect(passwordProblems('')).toHaveLength(5)
  expect(passwordProblems('Aa1-')).toEqual(['Must be 8 to 100 characters long'])
  expect(passwordProblems(`Aa1-${'x'.repeat(97)}`)).toEqual(['Must be 8 to 100 characters long'])
  expect(passwordProblems('TidelineDemo1')).toEqual(['Must contain at least one special character'])
  expect(passwordProblems('tideline-demo-1')).toEqual(['Must contain at least one uppercase character'])
  expect(passwordProblems('TIDELINE-DEMO-1')).toEqual(['Must contain at least one lowercase character'])
  expect(passwordProblems('Tideline-Demo-')).toEqual(['Must contain at least one digit'])
})

test('they and the contract agree on what is a password', () => {
  const parts = ['tideline', 'DEMO', '12', '-_', 'é', ' ', 'x'.repeat(60)]
  for (let choice = 0; choice < 2 ** parts.length; choice++) {
    const password = parts.filter((_, bit) => choice & (2 ** bit)).join('')
    expect([password, passwordProblems(password).length === 0]).toEqual([
      password,
      zPassword.safeParse(password).success,
    ])
  }
})

test('the second typing is the first [D413]', () => {
  expect(confirmationProblem({ newPassword: 'Tideline-Demo-1', confirmation: 'Tideline-Demo-1' })).toBeUndefined()
  expect(confirmationProblem({ newPassword: 'Tideline-Demo-1', confirmation: '' })).toBe('The passwords must match')
})
