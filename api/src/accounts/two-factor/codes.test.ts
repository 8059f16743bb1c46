import { expect, test } from 'vitest'
import {
  createRecoveryCodes,
  createTotpSecret,
  findMatchingTimeStep,
  generateTotpCode,
  getOtpAuthUri,
  hashRecoveryCode,
  stripCodeFormatting,
} from './codes.ts'

const now = new Date('2026-11-20T15:04:05Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

test('generates the two-factor codes listed in RFC 6238, appendix B', () => {
  // The secret from the RFC: the ASCII text 12345678901234567890 in Base32.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(generateTotpCode(secret, new Date(59_000))).toBe('287082')
  expect(generateTotpCode(secret, new Date(1_111_111_109_000))).toBe('081804')
  expect(generateTotpCode(secret, new Date(2_000_000_000_000))).toBe('279037')
})

test('accepts a two-factor code during its 30-second step and the steps before and after', () => {
  const secret = createTotpSecret()
  const code = generateTotpCode(secret, now)
  const step = Math.floor(now.getTime() / 30_000)
  for (const seconds of [-30, 0, 30]) expect(findMatchingTimeStep(secret, code, later(seconds))).toBe(step)
  for (const seconds of [-90, 90]) expect(findMatchingTimeStep(secret, code, later(seconds))).toBeUndefined()
  for (const wrong of ['', '12345', '1234567', 'abcdef'])
    expect(findMatchingTimeStep(secret, wrong, now)).toBeUndefined()
})

test('creates a 160-bit two-factor secret and a URI with the issuer and account', () => {
  const secret = createTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(createTotpSecret()).not.toBe(secret)
  const uri = new URL(getOtpAuthUri(secret, 'Tideline', 'avery@example.com'))
  expect(decodeURIComponent(uri.pathname)).toContain('Tideline:avery@example.com')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, issuer: 'Tideline', digits: '6', period: '30' })
})

test('creates ten different recovery codes, and accepts them in any letter case and with spaces', () => {
  const codes = createRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  const [code = ''] = codes
  expect(hashRecoveryCode(code.toUpperCase().replaceAll('-', ' '))).toBe(hashRecoveryCode(code))
  expect(stripCodeFormatting(' 49 20-39')).toBe('492039')
})
