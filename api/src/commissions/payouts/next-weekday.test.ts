import { expect, it } from 'vitest'
import { getNextWeekday } from './next-weekday.ts'

it.each([
  ['Thursday', '2026-11-19', '2026-11-20'],
  ['Friday', '2026-11-20', '2026-11-23'],
  ['Saturday', '2026-11-21', '2026-11-23'],
  ['Sunday', '2026-11-22', '2026-11-23'],
])('settles a payout sent on a %s (%s) on the next weekday, %s', (_, day, weekday) => {
  expect(getNextWeekday(day)).toBe(weekday)
})
