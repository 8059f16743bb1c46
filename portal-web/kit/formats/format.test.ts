import { describe, expect, it } from 'vitest'
import {
  amount,
  count,
  day,
  dayAndTime,
  isoDay,
  listed,
  longDay,
  money,
  moneyOrDash,
  monthText,
  oneOf,
  percent,
  phone,
  shortCount,
  shortMoney,
  wholeMoney,
} from './format.ts'

describe('money', () => {
  it.each([
    [1234567.89, '$1,234,567.89'],
    [0, '$0.00'],
    [-412.18, '-$412.18'],
    [75, '$75.00'],
  ])('%d shows as %s [C259]', (dollars, shown) => expect(money(dollars)).toBe(shown))
  it('zero shows as a dash where it says nothing [C260]', () => {
    expect([moneyOrDash(0), moneyOrDash(null), moneyOrDash(12.5)]).toEqual(['–', '–', '$12.50'])
  })
  it('in a field it is digits alone', () => expect([amount(1317.75), amount(5)]).toEqual(['1317.75', '5.00']))
  it('on an axis it is short', () => expect(shortMoney(1_234_567)).toBe('$1.2M'))
  it('limits are whole dollars', () => expect(wholeMoney(250000)).toBe('$250,000'))
})

describe('days', () => {
  it('a calendar day does not shift with the time zone [D110]', () => expect(day('2026-12-15')).toBe('12/15/2026'))
  it('a moment is told with its time, by the clock of the reader', () => {
    expect(dayAndTime('2026-12-15T12:05:00')).toBe('12/15/2026, 12:05 PM')
  })
  it('nothing shows as a dash', () => expect(day(null)).toBe('–'))
  it('the long form is Month dd, yyyy and reads strings ending in Z as UTC [P230] [P231]', () => {
    expect(longDay('2026-12-15T00:30:00Z')).toBe('December 15, 2026')
    expect(longDay('2026-12-05')).toBe('December 05, 2026')
  })
})

describe('the days that are asked for', () => {
  it('are told by the clocks of a place', () => {
    const lateInFlorida = Date.parse('2026-12-16T03:00:00Z')
    expect([isoDay(lateInFlorida), isoDay(lateInFlorida, 'America/New_York')]).toEqual(['2026-12-16', '2026-12-15'])
  })
  it('a month is named as days are', () => expect(monthText({ year: 2026, month: 3 })).toBe('03/2026'))
})

describe('numbers and lists', () => {
  it('have separators', () =>
    expect([count(1234567), shortCount(1234), percent(0.125)]).toEqual(['1,234,567', '1.2K', '12.5%']))
  it('are read as a sentence', () => {
    expect([listed(['a', 'b', 'c']), oneOf(['PDF', 'PNG'])]).toEqual(['a, b, and c', 'PDF or PNG'])
  })
})

describe('phone numbers', () => {
  it.each([
    ['8135550142', '(813) 555-0142'],
    ['813-555-0142', '(813) 555-0142'],
    ['18135550142', '+1 (813) 555-0142'],
    ['555-0142', '555-0142'],
  ])('%s shows as %s [P229] [D109]', (digits, shown) => expect(phone(digits)).toBe(shown))
})
