import { expect, it } from 'vitest'
import { nextAfter } from './queue.ts'

it('returns the next check, the first check at the end, and undefined when there is no other check', () => {
  expect(nextAfter(['a', 'b', 'c'], 'a')).toBe('b')
  expect(nextAfter(['a', 'b', 'c'], 'c')).toBe('a')
  expect(nextAfter(['a', 'b'], 'gone')).toBe('a')
  expect(nextAfter(['a'], 'a')).toBeUndefined()
  expect(nextAfter([], 'a')).toBeUndefined()
})
