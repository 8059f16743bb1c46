import { expect, test } from 'vitest'
import { roundFraction } from './round-fraction.ts'

test.each([
  ['just below half a cent down', 49n, 100n, 0],
  ['half a cent up', 50n, 100n, 1],
  ['half a cent of return premium away from zero', -50n, 100n, -1],
  ['just below half a cent of return premium to zero', -49n, 100n, 0],
  ['whole cents to the same amount', -300n, 100n, -3],
  ['nothing to zero', 0n, 100n, 0],
])('rounds %s', (_, numerator, denominator, cents) => {
  expect(roundFraction(numerator, denominator)).toBe(cents)
})
