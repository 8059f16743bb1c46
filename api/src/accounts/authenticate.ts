import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Actor } from '../http/context.ts'
import { readAccessToken } from './access-token.ts'
import { getSessionActor } from './actor.ts'

/** How long a session's row is trusted before it is read again; a revocation elsewhere counts within this time. */
const recheckMs = 10_000
const remembered = 10_000

interface Known {
  sessionId: string
  expiresAt: number
  checkedAt: number
  actor: Actor
}

export interface Authenticator {
  /** The token's actor, or nothing when it opens nothing. */
  authenticate: (token: string, now: Date) => Promise<Actor | undefined>
  forget: (sessionId: string) => void
}

/**
 * Reads access tokens. Checking a signature costs a third of a millisecond, so a checked token is remembered until it
 * expires; its session is read again every ten seconds, and forgotten at once on log-out in this process.
 */
export function createAuthenticator(db: Kysely<DB>, key: Uint8Array): Authenticator {
  const known = new Map<string, Known>()
  const remember = (token: string, entry: Known) => {
    if (known.size >= remembered) known.delete(known.keys().next().value ?? '')
    known.set(token, entry)
  }
  return {
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
          : await readAccessToken(key, token, now)
      if (!read) return undefined
      const actor = await getSessionActor(db, read.sessionId)
      if (actor) remember(token, { ...read, checkedAt: at, actor })
      return actor
    },
  }
}
