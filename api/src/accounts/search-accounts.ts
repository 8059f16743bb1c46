import { sql } from 'kysely'
import { contains } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'

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

/** Accounts by a part of name, e-mail or company, in the order of their names. */
export async function searchAccounts(
  ctx: Ctx,
  { q, take, skip }: { q: string | undefined; take: number; skip: number },
) {
  const matches = q
    ? sql`where ${contains(sql`(c.first_name || ' ' || c.last_name)`, q)} or ${contains(sql`c.email::text`, q)}
        or ${contains(sql`coalesce(a.company, '')`, q)}`
    : sql``
  const { rows } = await sql<Row>`
    select c.account_id, c.email::text as email, c.first_name, c.last_name, a.company, a.agency_no, c.roles, c.is_active
    from accounts c left join agencies a on a.agency_id = c.agency_id ${matches}
    order by lower(c.last_name), lower(c.first_name), c.account_id limit ${take} offset ${skip}`.execute(ctx.db)
  return rows.map((row) => ({
    AgentId: row.account_id,
    Email: row.email,
    FirstName: row.first_name,
    LastName: row.last_name,
    Company: row.company ?? 'Tideline',
    agencyNo: row.agency_no,
    Roles: row.roles.join(','),
    isActive: row.is_active,
  }))
}
