import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { executePrepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import { type AgencyPermission, type AgencyStatus, isPermittedByAgencyStatus } from './status.ts'

/** The agency fields that other areas use. */
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

/** Returns the agency that a foreign key references. It always exists. */
export async function getAgency(db: Kysely<DB>, agencyId: string): Promise<Agency> {
  const [agency] = await executePrepared(db, agencies(db).where('agency_id', '=', agencyId))
  if (!agency) throw new Error(`There is no agency ${agencyId}`)
  return agency
}

/** Returns the agencies that foreign keys reference, by id. They always exist. */
export async function getAgencies(db: Kysely<DB>, agencyIds: readonly string[]): Promise<Map<string, Agency>> {
  const rows = await agencies(db).where('agency_id', '=', sql<string>`any(${agencyIds}::uuid[])`).execute()
  return new Map(rows.map((agency) => [agency.agencyId, agency]))
}

/** Returns the company name that the agency had at the given time. */
export async function getHistoricalCompanyName(
  db: Kysely<DB>,
  { agencyId, company }: Agency,
  moment: Date,
): Promise<string> {
  const then = await db
    .selectFrom('former_agency_names')
    .select('company')
    .where('agency_id', '=', agencyId)
    .where('used_until', '>', moment)
    .orderBy('used_until')
    .limit(1)
    .executeTakeFirst()
  return then?.company ?? company
}

/** Returns the agency with this number. Throws 422 with `field` if it does not exist. */
export async function requireAgency(db: Kysely<DB>, agencyNo: string, field: string): Promise<Agency> {
  const agency = await findAgency(db, agencyNo)
  if (!agency) throw createUnprocessableError('unknown_agency', `${field}: no agency has this number.`, field)
  return agency
}

/**
 * Returns an agency after checking that the agency's status allows the action. For example, an inactive agency may
 * service its policies but not write new business (AGY-1).
 * @throws {ApiError} 422 with `field` if the status does not allow the action
 */
export async function requireAllowedAgency(
  db: Kysely<DB>,
  agencyNo: string,
  field: string,
  permission: AgencyPermission,
): Promise<Agency> {
  const agency = await requireAgency(db, agencyNo, field)
  if (!isPermittedByAgencyStatus(agency.status, permission))
    throw createUnprocessableError('agency_inactive', `${field}: agency ${agencyNo} is not active.`, field)
  return agency
}

/**
 * Returns the ids of an agency and all its sub-agencies, or an empty list if the number is unknown. Triggers maintain
 * `agencies.path`, an indexed list of the ancestors from the root down.
 */
export async function getAgencySubtreeIds(db: Kysely<DB>, root: { id: string } | { no: string }): Promise<string[]> {
  const id = 'id' in root ? sql`${root.id}::uuid` : sql`(select agency_id from agencies where agency_no = ${root.no})`
  const { rows } = await sql<{ id: string }>`select agency_id as id from agencies where path @> array[${id}]`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** SQL condition: the agency id in `column` is the root agency or one of its sub-agencies. */
export const isInSubtree = (column: RawBuilder<unknown>, rootId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from agencies own where own.agency_id = ${column} and own.path @> array[${rootId}::uuid])`

/** Same as `isInSubtree`, but returns the SQL as a string for prepared statements. */
export const subtreeCondition = (column: string, rootId: string): string =>
  `exists (select from agencies own where own.agency_id = ${column} and own.path @> array[${rootId}::uuid])`
