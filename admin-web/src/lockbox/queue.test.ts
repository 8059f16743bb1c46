import { expect, it } from 'vitest'
import { getNextCheckId } from './queue.ts'

it('returns the next check, wraps from the last to the first, and returns undefined if none is left', () => {
  expect(getNextCheckId(['a', 'b', 'c'], 'a')).toBe('b')
  expect(getNextCheckId(['a', 'b', 'c'], 'c')).toBe('a')
  expect(getNextCheckId(['a', 'b'], 'gone')).toBe('a')
  expect(getNextCheckId(['a'], 'a')).toBeUndefined()
  expect(getNextCheckId([], 'a')).toBeUndefined()
})
