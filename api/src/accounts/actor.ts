import { type Kysely, sql } from 'kysely'
import { type AgencyStatus, getEffectiveRoles, isPermittedByAgencyStatus } from '../agencies/status.ts'
import type { DB } from '../db/schema.ts'
import type { Actor, AgentActor, ApiKeyContext, StaffActor } from '../http/context.ts'
import { getIdentification, type IdentificationRow } from './identification.ts'

interface AccountRow {
  account_id: string
  kind: 'agent' | 'staff'
  email: string
  first_name: string
  last_name: string
  roles: string[] | null
  agency_id: string | null
  agency_no: string | null
  company: string | null
  agency_status: AgencyStatus | null
}

interface SessionRow extends Omit<AccountRow, 'account_id' | 'kind'>, IdentificationRow {
  session_id: string
  account_id: string | null
  identity_id: string | null
  kind: AccountRow['kind'] | null
}

type Person = Pick<SessionRow, 'first_name' | 'last_name' | 'email' | 'roles' | 'agency_status'>

const getPerson = (row: Person, sessionId: string) => ({
  sessionId,
  name: `${row.first_name} ${row.last_name}`.trim() || row.email,
  email: row.email,
  roles: new Set(getEffectiveRoles(row.agency_status, row.roles ?? [])),
})

/**
 * Builds the actor for an account: a staff member, or an agent together with the agency. Returns undefined for an agent
 * without an agency.
 */
function buildAccountActor(row: AccountRow, sessionId: string): AgentActor | StaffActor | undefined {
  const person = getPerson(row, sessionId)
  if (row.kind === 'staff') return { kind: 'staff', accountId: row.account_id, ...person }
  if (!row.agency_id || !row.agency_no || !row.agency_status) return undefined
  const agency = { agencyId: row.agency_id, agencyNo: row.agency_no, company: row.company ?? '' }
  const isApproved = isPermittedByAgencyStatus(row.agency_status, 'read')
  return { kind: 'agent', accountId: row.account_id, ...agency, isApproved, ...person }
}

/**
 * Returns the actor of a live session: an account or a verified policyholder. Returns undefined if the policyholder's
 * verified email address is no longer on file.
 */
export async function getSessionActor(db: Kysely<DB>, sessionId: string): Promise<Actor | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.session_id, s.account_id, s.identity_id, a.kind, coalesce(a.email, i.email) as email,
      coalesce(a.first_name, i.first_name) as first_name, coalesce(a.last_name, i.last_name) as last_name,
      s.identified_by, s.verified_email::text, s.link_policy_id, s.link_agency_id, a.roles, g.agency_id, g.agency_no, g.company,
      g.status as agency_status
    from sessions s
    left join accounts a on a.account_id = s.account_id
    left join agencies g on g.agency_id = a.agency_id
    left join policyholder_identities i on i.identity_id = s.identity_id
    where s.session_id = ${sessionId} and s.revoked_at is null and coalesce(a.is_active, true)
      and (s.verified_email is null or s.verified_email = i.email)`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { account_id, kind, identity_id: identityId } = row
  const identification = getIdentification(row)
  if (identityId)
    return identification && { kind: 'insured', identityId, identification, ...getPerson(row, row.session_id) }
  return account_id && kind ? buildAccountActor({ ...row, account_id, kind }, row.session_id) : undefined
}

/**
 * Returns the actor of an account, or undefined if the account is deactivated. For a call with an API key, the actor
 * has the key's id instead of a session id.
 */
export async function getAccountActor(
  db: Kysely<DB>,
  accountId: string,
  key?: ApiKeyContext,
): Promise<AgentActor | StaffActor | undefined> {
  const { rows } = await sql<AccountRow>`
    select a.account_id, a.kind, a.email::text as email, a.first_name, a.last_name, a.roles, g.agency_id, g.agency_no, g.company,
      g.status as agency_status
    from accounts a left join agencies g on g.agency_id = a.agency_id
    where a.account_id = ${accountId} and a.is_active`.execute(db)
  const actor = rows[0] && buildAccountActor(rows[0], key?.keyId ?? '')
  return actor && key ? { ...actor, key } : actor
}
