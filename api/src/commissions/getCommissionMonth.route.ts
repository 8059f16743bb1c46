import type { CommissionMonthView } from '@tideline/sdk/types'
import { type Kysely, sql } from 'kysely'
import { addMonths } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import { toDollars } from '../http/money.ts'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getLastCommissionRun } from './commission-runs.ts'
import { getFirstOpenMonth } from './first-open-month.ts'
import { pendingLineCondition } from './pending-lines.ts'
import { payableTotalSql } from './statements.ts'

const mostAgencies = 1_000

interface Row {
  agency_no: string
  company: string
  statement_id: string | null
  state: CommissionMonthView['agencies'][number]['status']
  premium_cents: number
  commission_cents: number
  pending_cents: number
  adjustment_cents: number
  previous_cents: number
}

/**
 * Reads all agencies that have a statement in this month or the previous month. A closed statement's total is the total
 * at the time of closing.
 */
const readAgencies = async (db: Kysely<DB>, month: string): Promise<Row[]> =>
  (
    await sql<Row>`
      with now as (select * from commission_statements where month = ${month}::date),
      lines as (
        select statement_id, sum(premium_cents) filter (where kind = 'commission' and not is_pending)::bigint as premium_cents,
          sum(amount_cents) filter (where not is_pending)::bigint as commission_cents,
          sum(amount_cents) filter (where is_pending)::bigint as pending_cents
        from (select l.*, ${pendingLineCondition} as is_pending from commission_lines l join now s using (statement_id)) l
        group by statement_id),
      extra as (
        select d.statement_id, sum(d.adjustment_cents)::bigint as adjustment_cents
        from commission_adjustments d where d.statement_id in (select statement_id from now) group by d.statement_id),
      before as (
        select s.agency_id, (case when s.state = 'open' then ${payableTotalSql} else s.total_cents end)::bigint as previous_cents
        from commission_statements s where s.month = ${addMonths(month, -1)}::date)
      select a.agency_no, a.company, now.statement_id, now.state,
        coalesce(premium_cents, 0) as premium_cents, coalesce(commission_cents, 0) as commission_cents,
        coalesce(pending_cents, 0) as pending_cents,
        coalesce(adjustment_cents, 0) as adjustment_cents, coalesce(previous_cents, 0) as previous_cents
      from now full join before using (agency_id) join agencies a using (agency_id)
      left join lines on lines.statement_id = now.statement_id left join extra on extra.statement_id = now.statement_id
      order by coalesce(commission_cents, 0) + coalesce(adjustment_cents, 0) desc, a.agency_no`.execute(db)
  ).rows

const totalCents = (row: Row) => row.commission_cents + row.adjustment_cents

const present = (row: Row): CommissionMonthView['agencies'][number] => ({
  agencyNo: row.agency_no,
  agencyName: row.company,
  statementId: row.statement_id,
  status: row.state,
  premium: toDollars(row.premium_cents),
  commission: toDollars(row.commission_cents),
  pendingCommission: toDollars(row.pending_cents),
  adjustments: toDollars(row.adjustment_cents),
  total: toDollars(totalCents(row)),
  previousTotal: toDollars(row.previous_cents),
  difference: toDollars(totalCents(row) - row.previous_cents),
})

/** Returns a month's commission for all agencies, with the totals of the previous month (COM-1). */
export const getCommissionMonth: Handler<'getCommissionMonth'> = async (ctx, { path: { year, month } }) => {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const rows = await readAgencies(ctx.db, first)
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  const [total, previous] = [sum(totalCents), sum(({ previous_cents }) => previous_cents)]
  const openCount = rows.filter(({ state }) => state === 'open').length
  return ok<CommissionMonthView>({
    year,
    month,
    canBeClosed: first < getFirstOpenMonth(ctx.now),
    openCount,
    closedCount: rows.filter(({ state }) => state !== null).length - openCount,
    premium: toDollars(sum(({ premium_cents }) => premium_cents)),
    commission: toDollars(sum(({ commission_cents }) => commission_cents)),
    pendingCommission: toDollars(sum(({ pending_cents }) => pending_cents)),
    adjustments: toDollars(sum(({ adjustment_cents }) => adjustment_cents)),
    total: toDollars(total),
    previousTotal: toDollars(previous),
    difference: toDollars(total - previous),
    agencies: rows.slice(0, mostAgencies).map(present),
    isCapped: rows.length > mostAgencies,
    lastRun: await getLastCommissionRun(ctx.db, first),
  })
}
