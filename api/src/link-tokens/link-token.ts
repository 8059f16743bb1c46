import { EncryptJWT, jwtDecrypt } from 'jose'

/** Kind of a link. A token of one kind cannot be used as another kind. */
export type LinkKind = 'deeplink' | 'agent' | 'handoff' | 'reset'

/** Content of a link token. The holder can neither read nor change it. */
export interface LinkClaims {
  kind: LinkKind
  /** Id of the row in `link_tokens`, which limits the link to one use. */
  id: string
  /** Number of the policy that the link opens, if any. */
  policyNo?: string
}

export type LinkTokenResult = { ok: true; claims: LinkClaims } | { ok: false; reason: 'invalid' | 'expired' }

/** Lifetime of a handoff from the portal, in milliseconds (ACC-12: 30 minutes). */
export const handOffLifetimeMs = 30 * 60 * 1000

/** Lifetime of the link to the payment step in an invoice, reminder or notice, in milliseconds (EML-5). */
export const payLinkLifetimeMs = 60 * 24 * 60 * 60 * 1000

/** Lifetime of other links of a policyholder, in milliseconds. */
export const deepLinkLifetimeMs = 7 * 24 * 60 * 60 * 1000

/**
 * Creates a link token: Base64 of `<JWE>.TD<expiration in ms>` (ACC-5). The encrypted part also contains the
 * expiration, so changing the visible one makes the token invalid.
 */
export async function encryptLinkToken(key: Uint8Array, claims: LinkClaims, expiresAt: Date): Promise<string> {
  const jwe = await new EncryptJWT({ kind: claims.kind, policyNo: claims.policyNo, until: expiresAt.getTime() })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuer('tideline')
    .setJti(claims.id)
    .encrypt(key)
  return Buffer.from(`${jwe}.TD${expiresAt.getTime()}`).toString('base64url')
}

/** Opens a link token. Returns `expired` only if the token is authentic. */
export async function decryptLinkToken(key: Uint8Array, token: string, now: Date): Promise<LinkTokenResult> {
  const text = Buffer.from(token, 'base64url').toString('utf8')
  const cut = text.lastIndexOf('.TD')
  if (cut < 0 || !/^\d{1,16}$/.test(text.slice(cut + 3))) return { ok: false, reason: 'invalid' }
  const shown = Number(text.slice(cut + 3))
  try {
    const { payload } = await jwtDecrypt(text.slice(0, cut), key, { issuer: 'tideline', currentDate: now })
    if (payload.until !== shown || !payload.jti) return { ok: false, reason: 'invalid' }
    if (now.getTime() >= shown) return { ok: false, reason: 'expired' }
    const policyNo = payload.policyNo as string | undefined
    return { ok: true, claims: { kind: payload.kind as LinkKind, id: payload.jti, ...(policyNo ? { policyNo } : {}) } }
  } catch {
    // Decryption failed, so Tideline did not issue this token.
    return { ok: false, reason: 'invalid' }
  }
}
