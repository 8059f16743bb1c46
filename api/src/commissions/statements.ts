import type { CommissionStatement } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { exportList } from '../audit/export-list.ts'
import type { Operations } from '../generated/operations.ts'
import { type Collection, containsTextSql, getCollectionRows, idsCondition } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import type { FileResponse } from '../http/response.ts'
import { pendingLineCondition } from './pending-lines.ts'

type AdminStatement = Operations['getAdminCommissionStatement']['response']
type Line = Operations['listAdminCommissionTransactions']['response'][number]

export interface StatementRow {
  statement_id: string
  agency_no: string
  company: string
  month: string
  state: AdminStatement['status']
  closed_at: Date | null
  premium_cents: number
  commission_cents: number
  pending_cents: number
  adjustment_cents: number
  lines: number
  paid_on: string | null
  paid_reference: string | null
  payout_note: string | null
}

const adjusted = sql`(select coalesce(sum(adjustment_cents), 0) from commission_adjustments d where d.statement_id = s.statement_id)`

/** SQL expression: the total of statement `s` in cents, with lines and adjustments. */
export const statementTotalSql = sql<number>`(
  (select coalesce(sum(amount_cents), 0) from commission_lines l where l.statement_id = s.statement_id) + ${adjusted})`

/** SQL expression: the total of statement `s` in cents, excluding pending lines. */
export const payableTotalSql = sql<number>`(
  (select coalesce(sum(amount_cents), 0) from commission_lines l where l.statement_id = s.statement_id and not ${pendingLineCondition})
  + ${adjusted})`

/**
 * SQL query for statements, including each statement's agency `a` and the sums of lines and adjustments. A statement
 * covers one agency and one month (COM-1).
 */
export const statementTables = sql`commission_statements s join agencies a using (agency_id)
    cross join lateral (select
      coalesce(sum(premium_cents) filter (where kind = 'commission' and not is_pending), 0)::bigint as premium_cents,
      coalesce(sum(amount_cents) filter (where not is_pending), 0)::bigint as commission_cents,
      coalesce(sum(amount_cents) filter (where is_pending), 0)::bigint as pending_cents, count(*)::int as lines
      from (select l.*, ${pendingLineCondition} as is_pending from commission_lines l where l.statement_id = s.statement_id) l) sums
    cross join lateral (select coalesce(sum(adjustment_cents), 0)::bigint as adjustment_cents
      from commission_adjustments d where d.statement_id = s.statement_id) extra`
export const statementColumns = sql`s.statement_id, a.agency_no, a.company, s.month, s.state, s.closed_at, s.paid_on, s.paid_reference,
    s.payout_note, sums.premium_cents, sums.commission_cents, sums.pending_cents, extra.adjustment_cents, sums.lines`

/**
 * Converts a statement row to the contract's format. Amounts are in dollars. `transactionCount` is the number of lines.
 */
export const toStatementResponse = (row: StatementRow): CommissionStatement => ({
  statementId: row.statement_id,
  agencyNo: row.agency_no,
  agencyName: row.company,
  year: Number(row.month.slice(0, 4)),
  month: Number(row.month.slice(5, 7)),
  status: row.state,
  premium: toDollars(row.premium_cents),
  commission: toDollars(row.commission_cents),
  pendingCommission: toDollars(row.pending_cents),
  adjustments: toDollars(row.adjustment_cents),
  total: toDollars(row.commission_cents + row.adjustment_cents),
  transactionCount: row.lines,
  closedAt: row.closed_at?.toISOString() ?? null,
  paidOn: row.paid_on,
  paymentReference: row.paid_reference,
})

export const adminStatementCollection: Collection<'listAdminCommissionStatements', StatementRow> = {
  name: 'commissionStatements',
  from: statementTables,
  columns: statementColumns,
  id: sql`s.statement_id`,
  sorts: {
    month: sql`s.month`,
    year: sql`extract(year from s.month)`,
    agencyNo: sql`a.agency_no`,
    total: sql`sums.commission_cents + extra.adjustment_cents`,
    id: sql`s.statement_id`,
  },
  filters: {
    q: (text) => sql`(${containsTextSql(sql`a.company`, text)} or a.agency_no like ${`${text}%`})`,
    agencyNo: (no) => sql`a.agency_no = ${no}`,
    year: (year) => sql`extract(year from s.month) = ${year}`,
    month: (month) => sql`extract(month from s.month) = ${month}`,
    status: (status) => sql`s.state = ${status}`,
    id: (ids) => idsCondition(sql`s.statement_id`, ids),
  },
  present: (row) => ({ id: row.statement_id, ...toStatementResponse(row), returnedPayoutNote: row.payout_note }),
}

const exported = [
  ...(['statementId', 'agencyNo', 'agencyName', 'year', 'month', 'status', 'transactionCount', 'premium'] as const),
  ...(['commission', 'pendingCommission', 'adjustments', 'total'] as const),
  ...(['closedAt', 'paidOn', 'paymentReference'] as const),
]

export const exportStatements = (
  ctx: Ctx,
  query: Operations['exportAdminCommissionStatements']['query'],
): Promise<FileResponse> =>
  exportList<AdminStatement>(ctx, {
    ...{ name: 'commissionStatements', columns: exported, query },
    open: () => (first, count) => getCollectionRows(ctx.db, adminStatementCollection, query, first, count),
  })

export interface LineRow {
  commission_line_id: string
  statement_id: string
  policy_no: string
  insured_name: string
  product_id: number
  transaction_type: string
  post_date: string
  effective_date: string
  premium_cents: number
  rate_basis_points: number
  amount_cents: number
  kind: 'commission' | 'override'
  is_pending: boolean
}

/** SQL query for statement lines: posted transactions with commission. */
export const lineTables = sql`commission_lines l join commission_statements s using (statement_id)
    join policy_transactions t using (policy_transaction_id) join policies p on p.policy_id = l.policy_id`
export const lineColumns = sql`l.commission_line_id, l.statement_id, p.policy_no, p.insured_name, p.product_id, t.transaction_type, t.post_date,
    t.effective_date, l.premium_cents, l.rate_basis_points, l.amount_cents, l.kind, ${pendingLineCondition} as is_pending`

/** Converts a line to the contract's format. The premium is in dollars and the rate is a fraction. */
export const toLineResponse = (row: LineRow): Line => ({
  id: row.commission_line_id,
  statementId: row.statement_id,
  policyNo: row.policy_no,
  insuredName: row.insured_name,
  productId: row.product_id as NonNullable<Line['productId']>,
  transactionType: row.transaction_type as Line['transactionType'],
  postDate: row.post_date,
  effectiveDate: row.effective_date,
  premium: toDollars(row.premium_cents),
  rate: row.rate_basis_points / 10_000,
  isOverride: row.kind === 'override',
  commission: toDollars(row.amount_cents),
  isPending: row.is_pending,
})

/** Lines of all statements for the back office. */
export const adminCommissionLineCollection: Collection<'listAdminCommissionTransactions', LineRow> = {
  name: 'commissionTransactions',
  from: lineTables,
  columns: lineColumns,
  id: sql`l.commission_line_id`,
  sorts: {
    postDate: sql`t.post_date`,
    premium: sql`l.premium_cents`,
    commission: sql`l.amount_cents`,
    policyNo: sql`p.policy_no`,
    id: sql`l.commission_line_id`,
  },
  filters: {
    // Uses the index on policy and quote number before filtering by policy number.
    q: (text) => sql`(${containsTextSql(sql`p.insured_name`, text)}
      or (${containsTextSql(sql`p.policy_no || ' ' || coalesce(p.quote_number, '')`, text)} and ${containsTextSql(sql`p.policy_no`, text)}))`,
    statementId: (id) => sql`l.statement_id = ${id}`,
    agencyNo: (no) => sql`s.agency_id = (select agency_id from agencies where agency_no = ${no})`,
    policyNo: (no) => sql`p.policy_no = ${no}`,
    transactionType: (type) => sql`t.transaction_type = ${type}`,
  },
  present: toLineResponse,
}
