import { expect, it } from 'vitest'
import { loadProblem } from './load-problem.ts'
import { ScreenTimeout } from './screen.ts'

it('a script that cannot be fetched is told from other errors, as each browser words it [P390]', () => {
  for (const words of [
    'Failed to fetch dynamically imported module: /assets/PolicyPage-1.js',
    'error loading dynamically imported module: /assets/PolicyPage-1.js',
    'Importing a module script failed.',
  ])
    expect(loadProblem(new TypeError(words))).toBe('script')
  expect(loadProblem(new TypeError('policy is undefined'))).toBeUndefined()
})

it('a style sheet that cannot be fetched is told from other errors [P391]', () => {
  expect(loadProblem(new Error('Unable to preload CSS for /assets/PolicyPage-1.css'))).toBe('style')
})

it('a screen that came too late counts as one that failed [P397]', () => {
  expect(loadProblem(new ScreenTimeout('PolicyPage did not load in time.'))).toBe('late')
  expect([loadProblem(undefined), loadProblem('late'), loadProblem(new Error('Not found'))]).toEqual(
    Array(3).fill(undefined),
  )
})
