import { expect, test } from 'vitest'
import { getTerm, outOfSequenceDates, toEffectiveDate } from './effective-date.ts'

test('a Date or a string that is one becomes a day [D252]', () => {
  expect(toEffectiveDate('2026-12-01')).toBe('2026-12-01')
  expect(toEffectiveDate(new Date(2026, 11, 1, 23, 30))).toBe('2026-12-01')
  expect(toEffectiveDate('December 1, 2026')).toBe('2026-12-01')
})

test('a string that is no date is told [D253]', () => {
  for (const text of ['soon', '2026-13-45', '']) expect(() => toEffectiveDate(text)).toThrow('Invalid date format')
})

test('anything else is told, too [D254]', () => {
  for (const value of [undefined, null, 20261201, {}])
    expect(() => toEffectiveDate(value)).toThrow('Effective date must be a Date object or a valid date string')
})

test('the term runs from inception for a year [D257]', () => {
  expect(getTerm('2026-12-15')).toEqual({ min: '2026-12-15', max: '2027-12-15' })
})

test('an out-of-sequence endorsement ends the day before the latest transaction takes effect', () => {
  const dates = (...all: string[]) =>
    outOfSequenceDates(
      '2026-09-04',
      all.map((effectiveDate) => ({ effectiveDate })),
    )
  expect(dates('2026-09-04', '2026-11-03', '2026-10-01')).toEqual({ min: '2026-09-04', max: '2026-11-02' })
  expect(dates('2026-09-04', '2026-09-05')).toEqual({ min: '2026-09-04', max: '2026-09-04' })
})

test('an out-of-sequence endorsement has no dates where no transaction takes effect after inception', () => {
  expect(outOfSequenceDates('2026-09-04', [])).toBeUndefined()
  expect(outOfSequenceDates('2026-09-04', [{ effectiveDate: '2026-09-04' }])).toBeUndefined()
})
