import { expect, test } from 'vitest'
import { formatDateTime, formatEasternDate, formatUsDate } from './format-date.ts'

test.each([
  ['2026-11-21T14:42:00Z', '11/21/2026, 9:42 AM Eastern'],
  ['2026-07-01T03:05:00Z', '06/30/2026, 11:05 PM Eastern'],
])('formats the date and time %s as %s', (iso, words) => {
  expect(formatDateTime(new Date(iso))).toBe(words)
  expect(formatEasternDate(new Date(iso))).toBe(words.slice(0, 10))
})

test('formats a calendar date as MM/DD/YYYY', () => {
  expect(formatUsDate('2026-12-15')).toBe('12/15/2026')
})
