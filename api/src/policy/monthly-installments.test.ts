import { expect, test } from 'vitest'
import { splitIntoMonthlyInstallments } from './bind-term.ts'

const daysFrom = (inception: string) => splitIntoMonthlyInstallments(120_007, inception).map(({ dueDate }) => dueDate)

test.each([
  ['2026-11-01', '2026-12-01 2027-01-01 2027-02-01 2027-03-01 2027-04-01'],
  ['2026-11-28', '2026-12-28 2027-01-28 2027-02-28 2027-03-28 2027-04-28'],
  ['2026-11-29', '2026-12-28 2027-01-28 2027-02-28 2027-03-28 2027-04-28'],
  ['2026-11-30', '2026-12-28 2027-01-28 2027-02-28 2027-03-28 2027-04-28'],
  ['2026-12-31', '2027-01-28 2027-02-28 2027-03-28 2027-04-28 2027-05-28'],
  // A leap year has a February 29, but the installment is still due on the 28th.
  ['2028-01-31', '2028-02-28 2028-03-28 2028-04-28 2028-05-28 2028-06-28'],
  ['2028-02-29', '2028-03-28 2028-04-28 2028-05-28 2028-06-28 2028-07-28'],
])('schedules installments after the inception date %s on %s (ADR 21)', (inception, next) => {
  const days = daysFrom(inception)
  expect(days[0]).toBe(inception)
  expect(days.slice(1, 6)).toEqual(next.split(' '))
  // Each of the twelve months has one installment. The last one is before the term ends.
  expect(new Set(days.map((day) => day.slice(0, 7))).size).toBe(12)
})

test('adds leftover cents to the last of twelve monthly installments', () => {
  const parts = splitIntoMonthlyInstallments(120_007, '2026-11-30', '2026-12-10')
  expect(parts.map(({ amountCents }) => amountCents)).toEqual([...Array(11).fill(10_000), 10_007])
  expect(parts[0]?.dueDate).toBe('2026-12-10')
})
