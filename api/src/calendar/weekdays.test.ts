import { expect, it } from 'vitest'
import { addWeekdays } from './weekdays.ts'

it.each([
  ['Thursday', '2026-11-19', '2026-11-20'],
  ['Friday', '2026-11-20', '2026-11-23'],
  ['Saturday', '2026-11-21', '2026-11-23'],
  ['Sunday', '2026-11-22', '2026-11-23'],
])('settles a payout sent on a %s (%s) on the next weekday, %s', (_, day, weekday) => {
  expect(addWeekdays(day, 1)).toBe(weekday)
})

it.each([
  [5, '2026-11-18', '2026-11-25'],
  [5, '2026-11-21', '2026-11-27'],
  [0, '2026-11-21', '2026-11-21'],
  [10, '2026-12-24', '2027-01-07'],
])('adds %i weekdays to %s: %s', (count, day, result) => {
  expect(addWeekdays(day, count)).toBe(result)
})
