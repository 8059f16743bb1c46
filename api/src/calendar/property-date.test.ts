import { describe, expect, it, test } from 'vitest'
import { getPropertyDate, getTimeZone } from './property-date.ts'

describe('getTimeZone (POL-7)', () => {
  it.each([
    ['Miami', 'FL', 25.77, -80.19, 'America/New_York'],
    ['Pensacola', 'FL', 30.42, -87.22, 'America/Chicago'],
    ['El Paso', 'TX', 31.76, -106.49, 'America/Denver'],
    ['Houston', 'TX', 29.76, -95.37, 'America/Chicago'],
    ['Knoxville', 'TN', 35.96, -83.92, 'America/New_York'],
    ['Paducah', 'KY', 37.08, -88.6, 'America/Chicago'],
    ['Gary', 'IN', 41.59, -87.35, 'America/Chicago'],
    ['Rapid City', 'SD', 44.08, -103.23, 'America/Denver'],
    ['Scottsbluff', 'NE', 41.87, -103.66, 'America/Denver'],
    ['Ontario', 'OR', 44.03, -116.96, 'America/Boise'],
    ['Coeur d’Alene', 'ID', 47.68, -116.78, 'America/Los_Angeles'],
    ['Adak', 'AK', 51.88, -176.66, 'America/Adak'],
  ])('returns the time zone at the coordinates of %s, %s', (_, state, lat, lng, zone) => {
    expect(getTimeZone(state, { lat, lng })).toBe(zone)
  })

  it('returns undefined if the state has one time zone, or coordinates are missing or at sea', () => {
    expect(getTimeZone('CA', { lat: 34.05, lng: -118.24 })).toBeUndefined()
    expect(getTimeZone('FL', undefined)).toBeUndefined()
    expect(getTimeZone('FL', { lat: 25, lng: -60 })).toBeUndefined()
  })
})

test.each([
  ['GU', '2026-11-20T14:00:00Z', '2026-11-21'],
  ['MP', '2026-11-20T13:59:00Z', '2026-11-20'],
  ['AS', '2026-11-21T10:59:00Z', '2026-11-20'],
  ['AS', '2026-11-21T11:00:00Z', '2026-11-21'],
  // Puerto Rico is at UTC-4 all year. It has the same time as New York in summer and is one hour ahead in winter.
  ['PR', '2026-11-21T04:00:00Z', '2026-11-21'],
  ['VI', '2026-11-21T03:59:00Z', '2026-11-20'],
  ['PR', '2026-07-21T04:00:00Z', '2026-07-21'],
  ['HI', '2026-11-21T09:59:00Z', '2026-11-20'],
])('returns the local date of a property in %s at %s as %s', (state, at, day) => {
  expect(getPropertyDate(new Date(at), state)).toBe(day)
})

test('returns the previous date for a property in Pensacola when it is past midnight in Miami', () => {
  const now = new Date('2026-11-21T05:30:00Z')
  expect(getPropertyDate(now, { state: 'FL', timeZone: null })).toBe('2026-11-21')
  expect(getPropertyDate(now, { state: 'FL', timeZone: 'America/Chicago' })).toBe('2026-11-20')
})
