import type { AgencySummary } from '@tideline/sdk/types'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { selectFields } from '../db/json-sql.ts'
import type { DB } from '../db/schema.ts'
import { createNotFoundError } from '../http/api-error.ts'
import { type Page, type PageQuery, readPage } from '../http/page.ts'

/** SQL expression: the number of policies of agency `a`, excluding policies of sub-agencies. */
export const policyCountSql = '(select count(*) from policies p where p.agency_id = a.agency_id)'
/** SQL expression: the agency number of the parent of `a`. Null if `a` has no parent. */
export const parentAgencyNoSql =
  '(select above.agency_no from agencies above where above.agency_id = a.agent_parent_id)'

const columns = sql.raw(
  selectFields<AgencySummary>({
    agencyId: 'a.agency_id',
    agencyNo: 'a.agency_no',
    company: 'a.company',
    city: 'a.city',
    state: 'a.state',
    phone: 'a.phone',
    email: 'a.email',
    status: 'a.status',
    parentAgencyNo: parentAgencyNoSql,
    policyCount: policyCountSql,
  }),
)

const byNumber = { column: sql`a.agency_no`, type: 'text', direction: 'asc' } as const

/** Returns agency summaries sorted by number. */
export async function listAgencySummaries(db: Kysely<DB>, condition: RawBuilder<SqlBool>): Promise<AgencySummary[]> {
  const { rows } = await sql<AgencySummary>`
    select ${columns} from agencies a where ${condition} order by ${byNumber.column} limit 1000`.execute(db)
  return rows
}

/** Returns the summary of one agency. Throws 404 if it does not exist. */
export async function requireAgencySummary(db: Kysely<DB>, agencyNo: string): Promise<AgencySummary> {
  const [summary] = await listAgencySummaries(db, sql<boolean>`a.agency_no = ${agencyNo}`)
  if (!summary) throw createNotFoundError({ agencyNo })
  return summary
}

/** Returns a page of agency summaries. The default page size is 1,000. */
export const getAgencySummaryPage = (
  db: Kysely<DB>,
  condition: RawBuilder<SqlBool>,
  query: PageQuery,
): Promise<Page<AgencySummary>> =>
  readPage<AgencySummary, AgencySummary>(
    db,
    { columns, from: sql`agencies a`, where: condition, order: [byNumber], present: (rows) => rows },
    query,
    1000,
  )
