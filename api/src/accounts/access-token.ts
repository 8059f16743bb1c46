import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const issuer = 'tideline'
const audience = 'tideline-api'

/** Lifetime of an access token, in seconds. */
export const accessTokenSeconds = 30 * 60

/** Signs an access token for a session (RFC 8725: fixed algorithm, issuer and audience). */
export const signAccessToken = (key: Uint8Array, sessionId: string, now: Date) => {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(sessionId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(key)
}

/** Returns the session id and expiration time of an access token, or undefined if the token is invalid or expired. */
export async function verifyAccessToken(key: Uint8Array, token: string, now: Date) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ: 'at+jwt',
      currentDate: now,
      requiredClaims: ['sub', 'exp'],
    })
    const sessionId = z.uuid().parse(payload.sub)
    return { sessionId, expiresAt: (payload.exp ?? 0) * 1000 }
  } catch {
    // Every invalid token gets the same result so that a caller cannot learn why it was rejected.
    return undefined
  }
}
