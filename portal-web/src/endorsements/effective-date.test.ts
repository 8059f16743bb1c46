import { expect, test } from 'vitest'
import { getEndorsementDates, getOutOfSequenceDates, toEffectiveDate } from './effective-date.ts'

test('converts a Date or a date string to an effective date [D252]', () => {
  expect(toEffectiveDate('2026-12-01')).toBe('2026-12-01')
  expect(toEffectiveDate(new Date(2026, 11, 1, 23, 30))).toBe('2026-12-01')
  expect(toEffectiveDate('December 1, 2026')).toBe('2026-12-01')
})

test('throws for a string that is not a date [D253]', () => {
  for (const text of ['soon', '2026-13-45', '']) expect(() => toEffectiveDate(text)).toThrow('Invalid date format')
})

test('throws for a value that is neither a Date nor a string [D254]', () => {
  for (const value of [undefined, null, 20261201, {}])
    expect(() => toEffectiveDate(value)).toThrow('Effective date must be a Date object or a valid date string')
})

test('limits an endorsement to one year from inception [D257]', () => {
  expect(getEndorsementDates('2026-12-15')).toEqual({ min: '2026-12-15', max: '2027-12-15' })
})

test('ends the range of an out-of-sequence endorsement before the latest effective date', () => {
  const dates = (...all: string[]) =>
    getOutOfSequenceDates(
      '2026-09-04',
      all.map((effectiveDate) => ({ effectiveDate })),
    )
  expect(dates('2026-09-04', '2026-11-03', '2026-10-01')).toEqual({ min: '2026-09-04', max: '2026-11-02' })
  expect(dates('2026-09-04', '2026-09-05')).toEqual({ min: '2026-09-04', max: '2026-09-04' })
})

test('returns an out-of-sequence range only if a transaction takes effect after inception', () => {
  expect(getOutOfSequenceDates('2026-09-04', [])).toBeUndefined()
  expect(getOutOfSequenceDates('2026-09-04', [{ effectiveDate: '2026-09-04' }])).toBeUndefined()
})
