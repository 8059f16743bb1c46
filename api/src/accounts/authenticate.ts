import { type Kysely, sql } from 'kysely'
import { type AgencyStatus, agencyMay, rolesUnder } from '../agencies/status.ts'
import type { DB } from '../db/schema.ts'
import type { Actor, Identification } from '../http/context.ts'
import { readAccessToken } from './access-token.ts'
import { identificationOf } from './identification.ts'

/** How long a session's row is trusted before it is read again; a revocation elsewhere counts within this time. */
const recheckMs = 10_000
const remembered = 10_000

interface Known {
  sessionId: string
  expiresAt: number
  checkedAt: number
  actor: Actor
}

interface SessionRow {
  session_id: string
  account_id: string | null
  identity_id: string | null
  kind: 'agent' | 'staff' | null
  email: string
  first_name: string
  last_name: string
  roles: string[] | null
  identified_by: Identification['way'] | null
  proven_mailbox: string | null
  agency_id: string | null
  agency_no: string | null
  company: string | null
  agency_status: AgencyStatus | null
}

/** Who a live session belongs to: its account and agency, or its verified policyholder. */
export async function actorOfSession(db: Kysely<DB>, sessionId: string): Promise<Actor | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.session_id, s.account_id, s.identity_id, a.kind, coalesce(a.email, i.email) as email,
      coalesce(a.first_name, i.first_name) as first_name, coalesce(a.last_name, i.last_name) as last_name,
      s.identified_by, s.proven_mailbox::text, a.roles, g.agency_id, g.agency_no, g.company,
      g.status as agency_status
    from sessions s
    left join accounts a on a.account_id = s.account_id
    left join agencies g on g.agency_id = a.agency_id
    left join policyholder_identities i on i.identity_id = s.identity_id
    where s.session_id = ${sessionId} and s.revoked_at is null and coalesce(a.is_active, true)`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const name = `${row.first_name} ${row.last_name}`.trim() || row.email
  const common = {
    sessionId: row.session_id,
    name,
    email: row.email,
    roles: new Set(rolesUnder(row.agency_status, row.roles ?? [])),
  }
  if (row.identity_id)
    return { kind: 'insured', identityId: row.identity_id, identification: identificationOf(row), ...common }
  if (!row.account_id) return undefined
  if (row.kind === 'staff') return { kind: 'staff', accountId: row.account_id, ...common }
  if (!row.agency_id || !row.agency_no || !row.agency_status) return undefined
  const agency = { agencyId: row.agency_id, agencyNo: row.agency_no, company: row.company ?? '' }
  const isApproved = agencyMay(row.agency_status, 'look')
  return { kind: 'agent', accountId: row.account_id, ...agency, isApproved, ...common }
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
      const actor = await actorOfSession(db, read.sessionId)
      if (actor) remember(token, { ...read, checkedAt: at, actor })
      return actor
    },
  }
}
