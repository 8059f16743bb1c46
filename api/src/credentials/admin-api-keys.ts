import type { AdminApiKey, ApiScope } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { createNotFoundError } from '../http/api-error.ts'
import { anyContainsTextSql, type Collection, findCollectionRow, idsCondition } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import type { KeyMode } from './key-format.ts'

interface Row {
  key_id: string
  name: string
  prefix: string
  mode: KeyMode
  state: AdminApiKey['state']
  scopes: ApiScope[]
  account_id: string
  account_email: string
  agency_no: string | null
  created_at: Date
  created_by_name: string
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  replaced_key_id: string | null
}

/** SQL expression for the status of a key at the given time. */
const stateAt = (now: Date) =>
  sql`case when k.revoked_at is not null then 'revoked' when k.expires_at <= ${now} then 'ended' else 'active' end`

/** The list of API keys, without their secrets. */
export const createAdminApiKeyCollection = (now: Date): Collection<'listAdminApiKeys', Row> => ({
  name: 'apiKeys',
  from: sql`api_keys k join accounts c on c.account_id = k.account_id join accounts m on m.account_id = k.created_by
    left join agencies a on a.agency_id = c.agency_id`,
  columns: sql`k.key_id, k.name, k.prefix, k.mode, ${stateAt(now)} as state, k.scopes, k.account_id, c.email::text as account_email,
    a.agency_no, k.created_at, m.first_name || ' ' || m.last_name as created_by_name, k.expires_at, k.last_used_at, k.revoked_at, k.replaced_key_id`,
  id: sql`k.key_id`,
  sorts: {
    createdAt: sql`k.created_at`,
    name: sql`lower(k.name)`,
    expiresAt: sql`k.expires_at`,
    lastUsedAt: sql`k.last_used_at`,
    id: sql`k.key_id`,
  },
  mayBeNull: ['lastUsedAt'],
  filters: {
    q: (text) => anyContainsTextSql([sql`k.name`, sql`k.prefix`, sql`c.email::text`], text),
    state: (state) => sql`${stateAt(now)} = ${state}`,
    agencyNo: (no) => sql`a.agency_no = ${no}`,
    id: (ids) => idsCondition(sql`k.key_id`, ids),
  },
  present: (row) => ({
    ...{ id: row.key_id, name: row.name, prefix: row.prefix, mode: row.mode, state: row.state, scopes: row.scopes },
    ...{ accountId: row.account_id, accountEmail: row.account_email, agencyNo: row.agency_no },
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    replacesId: row.replaced_key_id,
  }),
})

/** Returns one API key. Throws 404. */
export async function requireApiKey(ctx: Pick<Ctx, 'db' | 'now'>, id: string): Promise<AdminApiKey> {
  const found = await findCollectionRow(ctx.db, createAdminApiKeyCollection(ctx.now), id)
  if (!found) throw createNotFoundError({ apiKey: id })
  return found
}
