import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decryptLinkToken, encryptLinkToken, handOffLifetimeMs } from './link-token.ts'

const key = randomBytes(32)
const now = new Date('2026-11-20T15:00:00Z')
const claims = { kind: 'handoff', id: '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a01', policyNo: 'RFL3000101' } as const
const at = (ms: number) => new Date(now.getTime() + ms)
const text = (token: string) => Buffer.from(token, 'base64url').toString()
const token = await encryptLinkToken(key, claims, at(handOffLifetimeMs))

describe('link token', () => {
  test('contains base64 text, the suffix .TD and the expiration in milliseconds [P198]', () => {
    expect(text(token)).toMatch(new RegExp(`^ey[\\w.-]+\\.TD${at(handOffLifetimeMs).getTime()}$`))
    expect(text(token)).not.toContain('RFL3000101')
  })

  test('expires exactly 30 minutes after its creation [C027] [P194]', async () => {
    expect(handOffLifetimeMs).toBe(1_800_000)
    expect(await decryptLinkToken(key, token, at(1_799_999))).toEqual({ ok: true, claims })
    expect(await decryptLinkToken(key, token, at(1_800_000))).toEqual({ ok: false, reason: 'expired' })
  })

  test('is rejected if its expiration was moved to a later time', async () => {
    const later = Buffer.from(text(token).replace(/\.TD\d+$/, `.TD${at(handOffLifetimeMs * 9).getTime()}`)).toString(
      'base64url',
    )
    expect(await decryptLinkToken(key, later, now)).toEqual({ ok: false, reason: 'invalid' })
  })

  test('is rejected if it was encrypted with another key', async () => {
    expect(await decryptLinkToken(randomBytes(32), token, now)).toEqual({ ok: false, reason: 'invalid' })
  })

  test.each([
    '',
    'x',
    Buffer.from('a.TD').toString('base64url'),
    Buffer.from(`a.TD${now.getTime()}`).toString('base64'),
  ])('is rejected if it was not issued by the server: %j', async (madeUp) => {
    expect(await decryptLinkToken(key, madeUp, now)).toEqual({ ok: false, reason: 'invalid' })
  })
})
