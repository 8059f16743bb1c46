import type { AccountSummary } from '@tideline/sdk/types'
import { type SqlBool, sql } from 'kysely'
import { anyContainsTextSql } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import { type Page, type PageQuery, readPage } from '../http/page.ts'

interface Row {
  account_id: string
  email: string
  first_name: string
  last_name: string
  company: string | null
  agency_no: string | null
  roles: string[]
  is_active: boolean
}

const toAccountResponse = (row: Row): AccountSummary => ({
  AgentId: row.account_id,
  Email: row.email,
  FirstName: row.first_name,
  LastName: row.last_name,
  Company: row.company ?? 'Tideline',
  agencyNo: row.agency_no,
  Roles: row.roles.join(','),
  isActive: row.is_active,
})

/** Returns a page of accounts whose name, email or company contains `q`, sorted by name. */
export function searchAccounts(
  ctx: Ctx,
  { q, ...query }: PageQuery & { q?: string | undefined },
): Promise<Page<AccountSummary>> {
  const where = q
    ? anyContainsTextSql(
        [sql`(c.first_name || ' ' || c.last_name)`, sql`c.email::text`, sql`coalesce(a.company, '')`],
        q,
      )
    : sql<SqlBool>`true`
  return readPage<Row, AccountSummary>(
    ctx.db,
    {
      columns: sql`c.account_id, c.email::text as email, c.first_name, c.last_name, a.company, a.agency_no, c.roles, c.is_active`,
      from: sql`accounts c left join agencies a on a.agency_id = c.agency_id`,
      where,
      order: [
        { column: sql`lower(c.last_name)`, type: 'text', direction: 'asc' },
        { column: sql`lower(c.first_name)`, type: 'text', direction: 'asc' },
        { column: sql`c.account_id`, type: 'uuid', direction: 'asc' },
      ],
      present: (rows) => rows.map(toAccountResponse),
    },
    query,
  )
}
