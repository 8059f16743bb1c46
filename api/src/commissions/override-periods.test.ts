import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../calendar/days.ts'
import { findOverlappingPeriod, type OverridePeriod } from './override-periods.ts'

const january: OverridePeriod = { from: '2026-01-01', to: '2026-01-31' }
const fromMarch: OverridePeriod = { from: '2026-03-01', to: null }

test.each([
  ['ends on the day before another begins', { from: '2025-12-01', to: '2025-12-31' }, undefined],
  ['ends on the first day of another', { from: '2025-12-01', to: '2026-01-01' }, january],
  ['starts on the last date of another', { from: '2026-01-31', to: '2026-02-03' }, january],
  ['is between two others', { from: '2026-02-01', to: '2026-02-28' }, undefined],
  ['has no end date and overlaps another without an end date', { from: '2026-02-01', to: null }, fromMarch],
  ['starts within another without an end date', { from: '2030-01-01', to: '2030-01-01' }, fromMarch],
])('determines whether an override period overlaps another if it %s', (_, body, other) => {
  expect(findOverlappingPeriod([january, fromMarch], body)).toBe(other)
})

test('finds an overlap only if two override periods share a date', () => {
  const period = fc
    .record({ first: fc.nat({ max: 20 }), days: fc.option(fc.nat({ max: 10 })) })
    .map(({ first, days }) => ({
      from: addDays('2026-01-01', first),
      to: days === null ? null : addDays('2026-01-01', first + days),
    }))
  const daysOf = ({ from, to }: OverridePeriod) =>
    Array.from({ length: 32 }, (_, n) => addDays('2026-01-01', n)).filter(
      (day) => day >= from && day <= (to ?? '9999-12-31'),
    )
  fc.assert(
    fc.property(period, period, (one, other) => {
      const shared = daysOf(one).some((day) => daysOf(other).includes(day))
      expect(findOverlappingPeriod([one], other) !== undefined).toBe(shared)
    }),
  )
})
