import { type Kysely, sql } from 'kysely'
import { type AgencyStatus, getEffectiveRoles } from '../agencies/status.ts'
import type { DB } from '../db/schema.ts'

/** The authenticated person, with the field names of the specification. */
export interface AuthData {
  AgentId: string
  Email: string
  FirstName: string
  LastName: string
  Company: string
  Phone: string | null
  Roles: string
  SuppressPromotionView: boolean
  accountType: 'agent' | 'policyholder'
  Token: string
  expiresAt: string
}

interface Row {
  id: string
  email: string
  first_name: string
  last_name: string
  phone: string | null
  company: string
  roles: string[] | null
  agency_status: AgencyStatus | null
  suppress: boolean
  is_insured: boolean
}

const dashed = (phone: string | null) => {
  const digits = phone?.replace(/\D/g, '').slice(-10) ?? ''
  return digits.length === 10 ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : null
}

/** Returns the auth data of the session's account or policyholder. A policyholder has no company and no roles. */
export async function getAuthData(
  db: Kysely<DB>,
  sessionId: string,
  token: string,
  expiresAt: string,
): Promise<AuthData | undefined> {
  const { rows } = await sql<Row>`
    select coalesce(a.account_id, i.identity_id) as id, coalesce(a.email, i.email) as email,
      coalesce(a.first_name, i.first_name) as first_name, coalesce(a.last_name, i.last_name) as last_name,
      coalesce(a.phone, g.phone, i.phone_digits) as phone, coalesce(a.company, g.company, '') as company, a.roles, g.status as agency_status,
      coalesce(a.suppress_promotion_view, true) as suppress, s.identity_id is not null as is_insured
    from sessions s
    left join accounts a on a.account_id = s.account_id
    left join agencies g on g.agency_id = a.agency_id
    left join policyholder_identities i on i.identity_id = s.identity_id
    where s.session_id = ${sessionId}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  return {
    AgentId: row.id,
    Email: row.email,
    FirstName: row.first_name,
    LastName: row.last_name,
    Company: row.company,
    Phone: dashed(row.phone),
    Roles: getEffectiveRoles(row.agency_status, row.roles ?? []).join(','),
    SuppressPromotionView: row.suppress,
    accountType: row.is_insured ? 'policyholder' : 'agent',
    Token: token,
    expiresAt,
  }
}
