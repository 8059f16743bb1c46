import { EncryptJWT, jwtDecrypt } from 'jose'

/** What a link is for; a token of one kind never serves as another. */
export type LinkKind = 'deeplink' | 'agent' | 'handoff' | 'reset'

/** What a link token carries, unreadable and unalterable for its holder. */
export interface LinkClaims {
  kind: LinkKind
  /** Id of the row in link_tokens, by which it is redeemed once. */
  id: string
  /** The policy the link opens, where there is one. */
  policyNo?: string
}

export type OpenedLink = { ok: true; claims: LinkClaims } | { ok: false; reason: 'invalid' | 'expired' }

/** How long a hand-off from the portal lives (ACC-12: 30 minutes). */
export const handOffMs = 30 * 60 * 1000

/** How long a policyholder's link lives. */
export const deepLinkMs = 7 * 24 * 60 * 60 * 1000

/**
 * A link token: base64 of `<JWE>.TD<expiry in ms>` (ACC-5). The expiry stands inside the JWE, too, so that changing
 * the readable one changes nothing.
 */
export async function sealLink(key: Uint8Array, claims: LinkClaims, expiresAt: Date): Promise<string> {
  const jwe = await new EncryptJWT({ kind: claims.kind, policyNo: claims.policyNo, until: expiresAt.getTime() })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuer('tideline')
    .setJti(claims.id)
    .encrypt(key)
  return Buffer.from(`${jwe}.TD${expiresAt.getTime()}`).toString('base64url')
}

/** Opens a link token. `expired` is only ever said of a token that is really ours. */
export async function openLink(key: Uint8Array, token: string, now: Date): Promise<OpenedLink> {
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
    // Not a token of ours: decryption failed.
    return { ok: false, reason: 'invalid' }
  }
}
