import { expect, test } from 'vitest'
import { signAccessToken, verifyAccessToken } from './access-token.ts'

const key = new Uint8Array(32)
const now = new Date('2026-11-20T15:00:00Z')

test('reads the session id from a signed access token', async () => {
  const session = '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a01'
  expect(await verifyAccessToken(key, await signAccessToken(key, session, now), now)).toMatchObject({
    sessionId: session,
  })
})

test('returns undefined for an access token without a valid session id', async () => {
  expect(await verifyAccessToken(key, await signAccessToken(key, 'somebody', now), now)).toBeUndefined()
})
