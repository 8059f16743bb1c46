import { randomBytes } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { isMasked, isRoutingNumber, masked, seal, unseal } from './sealed-number.ts'

const place = { agencyId: '00000000-0000-4000-8000-000000100100', column: 'bank_account_sealed' } as const
const old = randomBytes(32)
const fresh = randomBytes(32)

describe('a sealed number', () => {
  it('opens with its key, reads differently each time and never holds the number', () => {
    const sealed = seal([old], place, '000123456789')
    expect(unseal([old], place, sealed)).toBe('000123456789')
    expect(sealed).not.toContain('123456789')
    expect(seal([old], place, '000123456789')).not.toBe(sealed)
  })

  it('opens with an old key behind a new one, and is sealed with the new one from then on', () => {
    const sealed = seal([old], place, '4321')
    expect(unseal([fresh, old], place, sealed)).toBe('4321')
    expect(unseal([fresh], place, seal([fresh, old], place, '4321'))).toBe('4321')
    expect(() => unseal([fresh], place, sealed)).toThrow('SEALING_KEYS has no key')
  })

  it('does not open for another agency, in another column, or when a letter was changed', () => {
    const sealed = seal([old], place, '4321')
    expect(() => unseal([old], { ...place, agencyId: '00000000-0000-4000-8000-000000100110' }, sealed)).toThrow()
    expect(() => unseal([old], { ...place, column: 'tax_id_sealed' }, sealed)).toThrow()
    const last = sealed.at(-2) === 'A' ? 'B' : 'A'
    expect(() => unseal([old], place, `${sealed.slice(0, -2)}${last}${sealed.at(-1)}`)).toThrow()
  })
})

test.each([
  ['59-1234321', '**-***4321'],
  ['000123456789', '********6789'],
  ['4321', '4321'],
])('%s is shown as %s', (number, shown) => {
  expect(masked(number)).toBe(shown)
})

test('a number with stars is one that was shown', () => {
  expect(isMasked('**-***4321')).toBe(true)
  expect(isMasked('59-1234321')).toBe(false)
})

test.each([
  ['110000000', true],
  ['021000021', true],
  ['021000022', false],
  ['000000000', false],
  ['11000000', false],
])('%s is a routing number by its checksum: %s', (number, isValid) => {
  expect(isRoutingNumber(number)).toBe(isValid)
})
