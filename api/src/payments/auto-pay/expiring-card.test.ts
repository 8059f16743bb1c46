import { expect, it } from 'vitest'
import { getLastCardDay, isExpiryNoticeDue } from './expiring-card.ts'

it.each([
  ['02/2028', '2028-02-29'],
  ['12/2026', '2026-12-31'],
  ['04/2027', '2027-04-30'],
])('treats a card that expires in %s as valid until %s', (expiration, day) => {
  expect(getLastCardDay(expiration)).toBe(day)
})

it.each([
  ['2026-11-30', false],
  ['2026-12-01', true],
  ['2026-12-31', true],
  ['2027-01-01', false],
])('announces on %s that a card expires in 12/2026: %s (AUT-9)', (today, isDue) => {
  expect(isExpiryNoticeDue('12/2026', today)).toBe(isDue)
})
