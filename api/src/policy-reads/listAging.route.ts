import { type SqlBool, sql } from 'kysely'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { Operations } from '../generated/operations.ts'
import type { Handler } from '../http/operation.ts'
import { readPage } from '../http/page.ts'
import { ok } from '../http/response.ts'
import { type AgingSums, buildAgingSums, toAgingAmounts } from '../ledger/aging.ts'

type Aging = Operations['listAging']['response']['payload']['items'][number]

interface Row extends AgingSums {
  agency_no: string
  company: string
  policies: number
}

/**
 * Returns the amounts that each agency's policies owe, grouped by days past due. Payments are applied to the earliest
 * installments first.
 */
export const listAging: Handler<'listAging'> = async (ctx, { query }) => {
  // Uses the company's current date because an agency's properties can be in several time zones.
  const today = getPropertyDate(ctx.now, 'FL')
  const one = query.agencyNo ? sql<SqlBool>`a.agency_no = ${query.agencyNo}` : sql<SqlBool>`true`
  const from = sql`(
    select a.agency_no, a.company, count(distinct o.policy_id)::integer as policies,
      ${buildAgingSums(today)}
    from obligations o
    join policies p using (policy_id)
    join agencies a on a.agency_id = p.agency_id
    where o.open_cents > 0 and ${one}
    group by a.agency_no, a.company) g`
  const page = await readPage<Row, Aging>(
    ctx.db,
    {
      columns: sql`g.*`,
      from,
      where: sql<SqlBool>`true`,
      order: [{ column: sql`g.agency_no`, type: 'text', direction: 'asc' }],
      present: (rows) =>
        rows.map((row) => ({
          ...{ agencyNo: row.agency_no, company: row.company, policies: row.policies },
          ...toAgingAmounts(row),
        })),
    },
    query,
  )
  return ok(page)
}
