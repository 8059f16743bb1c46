import { expect, it } from 'vitest'
import { getNextCheck } from './queue.ts'

it('returns the next check, the first after the last, or undefined if none is left', () => {
  expect(getNextCheck(['a', 'b', 'c'], 'a')).toBe('b')
  expect(getNextCheck(['a', 'b', 'c'], 'c')).toBe('a')
  expect(getNextCheck(['a', 'b'], 'gone')).toBe('a')
  expect(getNextCheck(['a'], 'a')).toBeUndefined()
  expect(getNextCheck([], 'a')).toBeUndefined()
})
