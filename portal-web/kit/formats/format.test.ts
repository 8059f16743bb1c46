import { describe, expect, it } from 'vitest'
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatInputAmount,
  formatLongDate,
  formatMoney,
  formatMoneyOrDash,
  formatMonth,
  formatNumber,
  formatPercent,
  formatPhone,
  formatShortCount,
  formatShortMoney,
  formatWholeDollars,
  joinWithAnd,
  joinWithOr,
  toIsoDate,
} from './format.ts'

describe('money formatting', () => {
  it.each([
    [1234567.89, '$1,234,567.89'],
    [0, '$0.00'],
    [-412.18, '-$412.18'],
    [75, '$75.00'],
  ])('formats %d as %s [C259]', (dollars, shown) => expect(formatMoney(dollars)).toBe(shown))
  it('shows a zero or missing amount as a dash in moneyOrDash [C260]', () => {
    expect([formatMoneyOrDash(0), formatMoneyOrDash(null), formatMoneyOrDash(12.5)]).toEqual(['–', '–', '$12.50'])
  })
  it('formats an amount for an input field without currency sign or separators', () =>
    expect([formatInputAmount(1317.75), formatInputAmount(5)]).toEqual(['1317.75', '5.00']))
  it('formats an amount on a chart axis in short form', () => expect(formatShortMoney(1_234_567)).toBe('$1.2M'))
  it('formats a coverage limit in whole dollars', () => expect(formatWholeDollars(250000)).toBe('$250,000'))
})

describe('date formatting', () => {
  it.each([
    [200, '1 second'],
    [12_000, '12 seconds'],
    [65_000, '1 minute, 5 seconds'],
    [3_605_000, '1 hour'],
    [2 * 3_600_000 + 60_000, '2 hours, 1 minute'],
  ])('formats %d milliseconds as %s', (ms, shown) => expect(formatDuration(ms)).toBe(shown))
  it('does not shift a calendar date by the time zone [D110]', () =>
    expect(formatDate('2026-12-15')).toBe('12/15/2026'))
  it("shows a timestamp in the viewer's time zone", () => {
    expect(formatDateTime('2026-12-15T12:05:00')).toBe('12/15/2026, 12:05 PM')
  })
  it('shows a missing date as a dash', () => expect(formatDate(null)).toBe('–'))
  it('formats a long date as Month dd, yyyy and reads strings ending in Z as UTC [P230] [P231]', () => {
    expect(formatLongDate('2026-12-15T00:30:00Z')).toBe('December 15, 2026')
    expect(formatLongDate('2026-12-05')).toBe('December 05, 2026')
  })
})

describe('API date and month formatting', () => {
  it('returns the date in the given time zone', () => {
    const lateInFlorida = Date.parse('2026-12-16T03:00:00Z')
    expect([toIsoDate(lateInFlorida), toIsoDate(lateInFlorida, 'America/New_York')]).toEqual([
      '2026-12-16',
      '2026-12-15',
    ])
  })
  it('formats a month as MM/YYYY', () => expect(formatMonth({ year: 2026, month: 3 })).toBe('03/2026'))
})

describe('number and list formatting', () => {
  it('formats numbers with separators, in short form and as a percentage', () =>
    expect([formatNumber(1234567), formatShortCount(1234), formatPercent(0.125)]).toEqual([
      '1,234,567',
      '1.2K',
      '12.5%',
    ]))
  it('formats a count with its noun', () =>
    expect([formatCount(1, 'policy', 'policies'), formatCount(1200, 'payment')]).toEqual([
      '1 policy',
      '1,200 payments',
    ]))
  it('joins words with commas and "and" or "or"', () => {
    expect([joinWithAnd(['a', 'b', 'c']), joinWithOr(['PDF', 'PNG'])]).toEqual(['a, b, and c', 'PDF or PNG'])
  })
})

describe('phone number formatting', () => {
  it.each([
    ['8135550142', '(813) 555-0142'],
    ['813-555-0142', '(813) 555-0142'],
    ['18135550142', '+1 (813) 555-0142'],
    ['555-0142', '555-0142'],
  ])('formats %s as %s [P229] [D109]', (digits, shown) => expect(formatPhone(digits)).toBe(shown))
})
