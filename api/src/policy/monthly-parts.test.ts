import { expect, test } from 'vitest'
import { monthlyParts } from './bind-term.ts'

const daysFrom = (inception: string) => monthlyParts(120_007, inception).map(({ dueDate }) => dueDate)

test.each([
  ['2026-11-01', '2026-12-01 2027-01-01 2027-02-01 2027-03-01 2027-04-01'],
  ['2026-11-28', '2026-12-28 2027-01-28 2027-02-28 2027-03-28 2027-04-28'],
  ['2026-11-29', '2026-12-28 2027-01-28 2027-02-28 2027-03-28 2027-04-28'],
  ['2026-11-30', '2026-12-28 2027-01-28 2027-02-28 2027-03-28 2027-04-28'],
  ['2026-12-31', '2027-01-28 2027-02-28 2027-03-28 2027-04-28 2027-05-28'],
  // A leap day: there is a 29th, and still the 28th is the day.
  ['2028-01-31', '2028-02-28 2028-03-28 2028-04-28 2028-05-28 2028-06-28'],
  ['2028-02-29', '2028-03-28 2028-04-28 2028-05-28 2028-06-28 2028-07-28'],
])('a term from %s is paid with its inception, then on %s and so on (ADR 21)', (inception, next) => {
  const days = daysFrom(inception)
  expect(days[0]).toBe(inception)
  expect(days.slice(1, 6)).toEqual(next.split(' '))
  // One part in each of twelve months, the last one before the term ends.
  expect(new Set(days.map((day) => day.slice(0, 7))).size).toBe(12)
})

test('twelve parts are the whole, the last with the cents that do not divide; the first may be due later', () => {
  const parts = monthlyParts(120_007, '2026-11-30', '2026-12-10')
  expect(parts.map(({ amountCents }) => amountCents)).toEqual([...Array(11).fill(10_000), 10_007])
  expect(parts[0]?.dueDate).toBe('2026-12-10')
})
