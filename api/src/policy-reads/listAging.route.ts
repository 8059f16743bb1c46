import { type SqlBool, sql } from 'kysely'
import { addDays } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { Operations } from '../generated/operations.ts'
import { toDollars } from '../http/money.ts'
import type { Handler } from '../http/operation.ts'
import { readPage } from '../http/page.ts'
import { ok } from '../http/response.ts'

type Aging = Operations['listAging']['answer']['payload']['items'][number]

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
 * Returns the amounts that each agency's policies owe, by days past due. Payments count toward the earliest
 * installments, so the last ones are open.
 */
export const listAging: Handler<'listAging'> = async (ctx, { query }) => {
  // Uses the company's current date because an agency's properties can be in several time zones.
  const today = getPropertyDate(ctx.now, 'FL')
  const ago = (days: number) => sql`${addDays(today, -days)}::date`
  const open = sql`sum(least(n.amount_cents, greatest(0, n.due_cents - n.later_cents)))`
  const one = query.agencyNo ? sql<SqlBool>`a.agency_no = ${query.agencyNo}` : sql<SqlBool>`true`
  const from = sql`(
    select n.agency_no, n.company, count(distinct n.policy_id)::integer as policies,
      coalesce(${open} filter (where n.due_date > ${ago(0)}), 0)::bigint as later,
      coalesce(${open} filter (where n.due_date between ${ago(30)} and ${ago(0)}), 0)::bigint as to30,
      coalesce(${open} filter (where n.due_date between ${ago(60)} and ${ago(31)}), 0)::bigint as to60,
      coalesce(${open} filter (where n.due_date between ${ago(90)} and ${ago(61)}), 0)::bigint as to90,
      coalesce(${open} filter (where n.due_date < ${ago(90)}), 0)::bigint as beyond
    from (
      select b.policy_id, b.due_cents, a.agency_no, a.company, s.due_date, s.amount_cents,
        coalesce(sum(s.amount_cents) over (partition by b.policy_id
          order by s.due_date desc, s.invoice_id desc, s.installment_no desc
          rows between unbounded preceding and 1 preceding), 0) as later_cents
      from policy_balances b
      join policies p using (policy_id)
      join agencies a on a.agency_id = p.agency_id
      join invoices i on i.policy_id = b.policy_id and i.voided_at is null
      join invoice_installments s on s.invoice_id = i.invoice_id and s.amount_cents > 0
      where b.due_cents > 0 and ${one}
    ) n group by n.agency_no, n.company) g`
  const page = await readPage<Row, Aging>(
    ctx.db,
    {
      columns: sql`g.*`,
      from,
      where: sql<SqlBool>`true`,
      order: [{ column: sql`g.agency_no`, type: 'text', way: 'asc' }],
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
