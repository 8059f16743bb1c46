import { type SqlBool, sql } from 'kysely'
import { addDays } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { Operations } from '../generated/operations.ts'
import { toDollars } from '../http/money.ts'
import type { Handler } from '../http/operation.ts'
import { readPage } from '../http/page.ts'
import { ok } from '../http/response.ts'

type Aging = Operations['listAging']['response']['payload']['items'][number]

interface Row {
  agency_no: string
  company: string
  policies: number
  later: number
  to30: number
  to60: number
  to90: number
  beyond: number
}

/**
 * Returns the amounts that each agency's policies owe, grouped by days past due. Payments are applied to the earliest
 * installments first.
 */
export const listAging: Handler<'listAging'> = async (ctx, { query }) => {
  // Uses the company's current date because an agency's properties can be in several time zones.
  const today = getPropertyDate(ctx.now, 'FL')
  const ago = (days: number) => sql`${addDays(today, -days)}::date`
  const open = sql`sum(o.open_cents)`
  const one = query.agencyNo ? sql<SqlBool>`a.agency_no = ${query.agencyNo}` : sql<SqlBool>`true`
  const from = sql`(
    select a.agency_no, a.company, count(distinct o.policy_id)::integer as policies,
      coalesce(${open} filter (where o.due_date > ${ago(0)}), 0)::bigint as later,
      coalesce(${open} filter (where o.due_date between ${ago(30)} and ${ago(0)}), 0)::bigint as to30,
      coalesce(${open} filter (where o.due_date between ${ago(60)} and ${ago(31)}), 0)::bigint as to60,
      coalesce(${open} filter (where o.due_date between ${ago(90)} and ${ago(61)}), 0)::bigint as to90,
      coalesce(${open} filter (where o.due_date < ${ago(90)}), 0)::bigint as beyond
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
        rows.map(({ agency_no, company, policies, later, to30, to60, to90, beyond }) => ({
          ...{ agencyNo: agency_no, company, policies, notYetDue: toDollars(later), days0To30: toDollars(to30) },
          ...{ days31To60: toDollars(to60), days61To90: toDollars(to90), over90Days: toDollars(beyond) },
          total: toDollars(later + to30 + to60 + to90 + beyond),
        })),
    },
    query,
  )
  return ok(page)
}
