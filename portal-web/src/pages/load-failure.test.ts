import { expect, it } from 'vitest'
import { ScreenTimeoutError } from './lazy-screen.ts'
import { getLoadFailure } from './load-failure.ts'

it("recognizes a failed script load by each browser's error message [P390]", () => {
  for (const words of [
    'Failed to fetch dynamically imported module: /assets/PolicyPage-1.js',
    'error loading dynamically imported module: /assets/PolicyPage-1.js',
    'Importing a module script failed.',
  ])
    expect(getLoadFailure(new TypeError(words))).toBe('script')
  expect(getLoadFailure(new TypeError('policy is undefined'))).toBeUndefined()
})

it('recognizes a failed style sheet load [P391]', () => {
  expect(getLoadFailure(new Error('Unable to preload CSS for /assets/PolicyPage-1.css'))).toBe('style')
})

it('treats a screen timeout as a failed load [P397]', () => {
  expect(getLoadFailure(new ScreenTimeoutError('PolicyPage did not load in time.'))).toBe('late')
  expect([getLoadFailure(undefined), getLoadFailure('late'), getLoadFailure(new Error('Not found'))]).toEqual(
    Array(3).fill(undefined),
  )
})
