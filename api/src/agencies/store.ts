import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { rejected } from '../http/api-error.ts'
import { type AgencyPermission, type AgencyStatus, isAllowedForStatus } from './status.ts'

/** An agency as other areas use it. */
export interface Agency {
  agencyId: string
  agencyNo: string
  company: string
  email: string | null
  phone: string | null
  status: AgencyStatus
}

const agencies = (db: Kysely<DB>) =>
  db
    .selectFrom('agencies')
    .select(['agency_id as agencyId', 'agency_no as agencyNo', 'company', 'email', 'phone', 'status'])

export const findAgency = (db: Kysely<DB>, agencyNo: string): Promise<Agency | undefined> =>
  agencies(db).where('agency_no', '=', agencyNo).executeTakeFirst()

/** The agency that a row refers to: a foreign key says that it is there. */
export const getAgency = (db: Kysely<DB>, agencyId: string): Promise<Agency> =>
  agencies(db).where('agency_id', '=', agencyId).executeTakeFirstOrThrow()

/** What the agency was called at a moment. */
export async function companyAt(db: Kysely<DB>, { agencyId, company }: Agency, moment: Date): Promise<string> {
  const then = await db
    .selectFrom('agency_names')
    .select('company')
    .where('agency_id', '=', agencyId)
    .where('until', '>', moment)
    .orderBy('until')
    .limit(1)
    .executeTakeFirst()
  return then?.company ?? company
}

/** The agency with this number. Throws 422 naming `field` when there is none. */
export async function requireAgency(db: Kysely<DB>, agencyNo: string, field: string): Promise<Agency> {
  const agency = await findAgency(db, agencyNo)
  if (!agency) throw rejected('unknown_agency', `${field}: no agency has this number.`, field)
  return agency
}

/**
 * An agency that may take this on: new business needs an active one, what it has already goes on while it is inactive
 * (AGY-1). Throws 422 naming `field`.
 */
export async function requireActive(
  db: Kysely<DB>,
  agencyNo: string,
  field: string,
  deed: AgencyPermission,
): Promise<Agency> {
  const agency = await requireAgency(db, agencyNo, field)
  if (!isAllowedForStatus(agency.status, deed))
    throw rejected('agency_inactive', `${field}: agency ${agencyNo} is not active.`, field)
  return agency
}

/**
 * The ids of an agency and of all below it, none for a number that is not there. `agencies.path` holds those above, root
 * first, and triggers keep it, so that one index answers what would be a recursive query.
 */
export async function getSubtree(db: Kysely<DB>, root: { id: string } | { no: string }): Promise<string[]> {
  const id = 'id' in root ? sql`${root.id}::uuid` : sql`(select agency_id from agencies where agency_no = ${root.no})`
  const { rows } = await sql<{ id: string }>`select agency_id as id from agencies where path @> array[${id}]`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** Is the agency in this column the root or below it? For conditions of other areas' queries. */
export const isUnder = (column: RawBuilder<unknown>, rootId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from agencies own where own.agency_id = ${column} and own.path @> array[${rootId}::uuid])`

/** The same for prepared statements. */
export const isUnderSql = (column: string, rootId: string): string =>
  `exists (select from agencies own where own.agency_id = ${column} and own.path @> array[${rootId}::uuid])`
