import { expect, it } from 'vitest'
import { nextAfter } from './queue.ts'

it('the next check is the one after it, at the end the first one, and none when no other waits', () => {
  expect(nextAfter(['a', 'b', 'c'], 'a')).toBe('b')
  expect(nextAfter(['a', 'b', 'c'], 'c')).toBe('a')
  expect(nextAfter(['a', 'b'], 'gone')).toBe('a')
  expect(nextAfter(['a'], 'a')).toBeUndefined()
  expect(nextAfter([], 'a')).toBeUndefined()
})
