import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptText, encryptText } from './encrypted-text.ts'

const place = { row: '00000000-0000-4000-8000-000000100100', column: 'bank_account_sealed' } as const
const old = randomBytes(32)
const fresh = randomBytes(32)

describe('encrypted text', () => {
  it('can be decrypted with its key, differs after each encryption and hides the plain text', () => {
    const sealed = encryptText([old], place, '000123456789')
    expect(decryptText([old], place, sealed)).toBe('000123456789')
    expect(sealed).not.toContain('123456789')
    expect(encryptText([old], place, '000123456789')).not.toBe(sealed)
  })

  it('can be decrypted with an old key after a new key was added', () => {
    const sealed = encryptText([old], place, '4321')
    expect(decryptText([fresh, old], place, sealed)).toBe('4321')
    expect(decryptText([fresh], place, encryptText([fresh, old], place, '4321'))).toBe('4321')
    expect(() => decryptText([fresh], place, sealed)).toThrow('SEALING_KEYS has no key')
  })

  it('cannot be decrypted for another row or column, or after it was modified', () => {
    const sealed = encryptText([old], place, '4321')
    expect(() => decryptText([old], { ...place, row: '00000000-0000-4000-8000-000000100110' }, sealed)).toThrow()
    expect(() => decryptText([old], { ...place, column: 'tax_id_sealed' }, sealed)).toThrow()
    const last = sealed.at(-2) === 'A' ? 'B' : 'A'
    expect(() => decryptText([old], place, `${sealed.slice(0, -2)}${last}${sealed.at(-1)}`)).toThrow()
    expect(() => decryptText([old], place, sealed.replace('v1', 'v2'))).toThrow('is not an encrypted text of v1')
  })

  it('cannot be decrypted with less than an authentication tag', () => {
    const [version, name, content = ''] = encryptText([old], place, '').split('.')
    const short = Buffer.from(content, 'base64url').subarray(0, 15).toString('base64url')
    expect(() => decryptText([old], place, `${version}.${name}.${short}`)).toThrow('Invalid authentication tag length')
  })
})
