import { sql } from 'kysely'
import { addMonths } from '../calendar/days.ts'
import type { Operations } from '../generated/operations.ts'
import { toDollars } from '../http/money.ts'
import type { Handler } from '../http/operation.ts'

type Row = Operations['getFigures']['response'][number]

/**
 * Builds the SQL statement for monthly figures. Transactions count in the month of their accounting date, payments in
 * the month in which they were recorded (UTC), claims in the month of their notice, and commission in the month of the
 * closed statement.
 */
export const buildMonthlyFiguresStatement = (first: string, last: string) => sql<
  Row & { premium: number; collected: number; commission: number }
>`
  select to_char(m, 'YYYY-MM-DD') as month, t.premium, t.new_policies as "newPolicies", t.cancellations, y.collected,
    (select count(*) from claims where notice_date >= m::date and notice_date < (m + interval '1 month')::date) as claims,
    (select coalesce(sum(total_cents), 0)::bigint from commission_statements where month = m::date and state <> 'open') as commission
  from generate_series(${first}::date, ${last}::date, interval '1 month') m
  cross join lateral (
    select coalesce(sum(t.tnx_total_premium_cents), 0)::bigint as premium,
      count(*) filter (where k.kind = 'newBusiness') as new_policies,
      count(*) filter (where k.kind = 'cancel') as cancellations
    from policy_transactions t join transaction_types k using (transaction_type)
    where t.accounting_date >= m::date and t.accounting_date < (m + interval '1 month')::date) t
  cross join lateral (
    select coalesce(sum(amount_cents), 0)::bigint as collected from payments
    where created_at >= m::date and created_at < (m + interval '1 month')::date and status in ('paid', 'refunded')) y
  order by m`

/** Returns the figures of recent months. The current month is last. */
export const getFigures: Handler<'getFigures'> = async ({ db, now }, { query }) => {
  const last = `${now.toISOString().slice(0, 7)}-01`
  const { rows } = await buildMonthlyFiguresStatement(addMonths(last, 1 - (query.months ?? 12)), last).execute(db)
  return rows.map((row) => ({
    ...row,
    premium: toDollars(row.premium),
    collected: toDollars(row.collected),
    commission: toDollars(row.commission),
  }))
}
