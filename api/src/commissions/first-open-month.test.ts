import { expect, it } from 'vitest'
import { getFirstOpenMonth } from './first-open-month.ts'

it.each([
  ['2026-12-01T10:59:59Z', '2026-11-01'],
  ['2026-12-01T11:00:00Z', '2026-12-01'],
  ['2027-01-01T10:59:59Z', '2026-12-01'],
])('finds the first month that has not ended in American Samoa at %s: %s', (now, month) => {
  expect(getFirstOpenMonth(new Date(now))).toBe(month)
})
