import { expect, it } from 'vitest'
import { getNextCheckId } from './queue.ts'

it('returns the next lockbox check, or the first check after the last', () => {
  expect(getNextCheckId(['a', 'b', 'c'], 'a')).toBe('b')
  expect(getNextCheckId(['a', 'b', 'c'], 'c')).toBe('a')
  expect(getNextCheckId(['a', 'b'], 'gone')).toBe('a')
  expect(getNextCheckId(['a'], 'a')).toBeUndefined()
  expect(getNextCheckId([], 'a')).toBeUndefined()
})
