import { expect, test } from 'vitest'
import { passwordProblems } from './words.ts'

test('each rule of a password has its sentence [D411] [D412]', () => {
  expect(passwordProblems('Tideline-Demo-1')).toEqual([])
  expect(passwordProblems('')).toHaveLength(5)
  expect(passwordProblems('Aa1-')).toEqual(['Must be 8 to 100 characters long'])
  expect(passwordProblems(`Aa1-${'x'.repeat(97)}`)).toEqual(['Must be 8 to 100 characters long'])
  expect(passwordProblems('TidelineDemo1')).toEqual(['Must contain at least one special character'])
  expect(passwordProblems('tideline-demo-1')).toEqual(['Must contain at least one uppercase character'])
  expect(passwordProblems('TIDELINE-DEMO-1')).toEqual(['Must contain at least one lowercase character'])
  expect(passwordProblems('Tideline-Demo-')).toEqual(['Must contain at least one digit'])
})
