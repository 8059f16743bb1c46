import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Actor } from '../http/context.ts'
import { verifyAccessToken } from './access-token.ts'
import { getSessionActor } from './actor.ts'

/**
 * Maximum age of a cached session, in milliseconds. If another process revokes the session, it stays usable for at most
 * this time.
 */
const recheckMs = 10_000
const maxCachedTokens = 10_000

interface Known {
  sessionId: string
  expiresAt: number
  checkedAt: number
  actor: Actor
}

export interface Authenticator {
  /** Returns the actor of the token, or undefined if the token is not valid. */
  authenticate: (token: string, now: Date) => Promise<Actor | undefined>
  forget: (sessionId: string) => void
  /** Forgets all sessions. Needed if all sessions were deleted. */
  clear: () => void
}

/**
 * Creates an authenticator for access tokens. Verified tokens are cached until they expire, which saves about 0.3 ms
 * per request. The session of a cached token is read again every ten seconds.
 */
export function createAuthenticator(db: Kysely<DB>, key: Uint8Array): Authenticator {
  const known = new Map<string, Known>()
  const remember = (token: string, entry: Known) => {
    if (known.size >= maxCachedTokens) known.delete(known.keys().next().value ?? '')
    known.set(token, entry)
  }
  return {
    clear: () => known.clear(),
    forget: (sessionId) => {
      for (const [token, entry] of known) if (entry.sessionId === sessionId) known.delete(token)
    },
    authenticate: async (token, now) => {
      const at = now.getTime()
      const entry = known.get(token)
      if (entry && entry.expiresAt > at && Math.abs(at - entry.checkedAt) < recheckMs) return entry.actor
      known.delete(token)
      const read =
        entry && entry.expiresAt > at
          ? { sessionId: entry.sessionId, expiresAt: entry.expiresAt }
          : await verifyAccessToken(key, token, now)
      if (!read) return undefined
      const actor = await getSessionActor(db, read.sessionId)
      if (actor) remember(token, { ...read, checkedAt: at, actor })
      return actor
    },
  }
}
