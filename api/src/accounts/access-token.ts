import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

const issuer = 'tideline'
const audience = 'tideline-api'

/** How long an access token lives, in seconds. */
export const accessTokenSeconds = 30 * 60

/** A signed access token for a session (RFC 8725: fixed algorithm, issuer and audience checked). */
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

/** The session a token names and when it ends, or nothing when it is not one of ours or has expired. */
export async function readAccessToken(key: Uint8Array, token: string, now: Date) {
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
    // Whatever is wrong with a stranger's token, the answer is the same: it opens nothing.
    return undefined
  }
}
