import { expect, test } from 'vitest'
import { getRewardLevel } from './reward-level.ts'

test.each([
  [1, 'None'],
  [9, 'None'],
  [10, 'Bronze'],
  [24, 'Bronze'],
  [25, 'Silver'],
  [49, 'Silver'],
  [50, 'Gold'],
  [74, 'Gold'],
  [75, 'Platinum'],
  [99, 'Platinum'],
  [100, 'Diamond'],
  [4000, 'Diamond'],
])('returns for an agency with %i policies the reward level %s [C018] [P398] [P400]', (count, level) => {
  expect(getRewardLevel(count)).toBe(level)
})

test('returns no reward level for an agency without policies [C015] [P399]', () => {
  expect(getRewardLevel(0)).toBeUndefined()
})
