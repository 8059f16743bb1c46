import { describe, expect, it } from 'vitest'
import { day, dayAndTime, longDay, money, moneyOrDash, phone, wholeMoney } from './format.ts'

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

describe('phone numbers', () => {
  it.each([
    ['8135550142', '(813) 555-0142'],
    ['813-555-0142', '(813) 555-0142'],
    ['18135550142', '+1 (813) 555-0142'],
    ['555-0142', '555-0142'],
  ])('%s shows as %s [P229] [D109]', (digits, shown) => expect(phone(digits)).toBe(shown))
})
