import { expect, test } from 'vitest'
import { isMaskedNumber, isRoutingNumber, maskNumber } from './sealed-number.ts'

test.each([
  ['59-1234321', '**-***4321'],
  ['000123456789', '********6789'],
  ['4321', '4321'],
])('masks the tax or account number %s as %s', (number, shown) => {
  expect(maskNumber(number)).toBe(shown)
})

test('recognizes a number as masked only if it contains asterisks', () => {
  expect(isMaskedNumber('**-***4321')).toBe(true)
  expect(isMaskedNumber('59-1234321')).toBe(false)
})

test.each([
  ['110000000', true],
  ['021000021', true],
  ['021000022', false],
  ['000000000', false],
  ['11000000', false],
])('determines whether routing number %s is valid: %s', (number, isValid) => {
  expect(isRoutingNumber(number)).toBe(isValid)
})
