import { expect, it } from 'vitest'
import { loadProblem } from './load-problem.ts'
import { ScreenTimeout } from './screen.ts'

it("recognizes a failed script load by each browser's error message [P390]", () => {
  for (const words of [
    'Failed to fetch dynamically imported module: /assets/PolicyPage-1.js',
    'error loading dynamically imported module: /assets/PolicyPage-1.js',
    'Importing a module script failed.',
  ])
    expect(loadProblem(new TypeError(words))).toBe('script')
  expect(loadProblem(new TypeError('policy is undefined'))).toBeUndefined()
})

it('recognizes a failed style sheet load [P391]', () => {
  expect(loadProblem(new Error('Unable to preload CSS for /assets/PolicyPage-1.css'))).toBe('style')
})

it('treats a screen timeout as a failed load [P397]', () => {
  expect(loadProblem(new ScreenTimeout('PolicyPage did not load in time.'))).toBe('late')
  expect([loadProblem(undefined), loadProblem('late'), loadProblem(new Error('Not found'))]).toEqual(
    Array(3).fill(undefined),
  )
})
