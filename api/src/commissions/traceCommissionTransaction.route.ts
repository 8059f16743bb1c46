import type { CommissionTrace } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { visibleAgencyCondition } from '../agencies/visibility.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { describeCommissionTrace } from './describe-trace.ts'
import { getPremiumMovements, type PostedPremium } from './premium-movements.ts'
import { type LineRow, lineColumns, lineTables } from './statements.ts'
import { requireVisibleStatement } from './visible-statement.ts'

type Line = LineRow & { policy_id: string; policy_transaction_id: string; agency_id: string }
type Transaction = PostedPremium & { type: string; day: string }

/**
 * Returns the transactions whose premium a commission line increases or reduces. Includes a transaction only if the
 * agency earned commission on it at this line's rate.
 */
async function getContributingTransactions({ db }: Pick<Ctx, 'db'>, line: Line) {
  const { rows } = await sql<Transaction>`
    select policy_transaction_id as id, tnx_gross_premium_cents as "premiumCents", reverses_transaction_id as reverses,
      transaction_type as type, post_date as day
    from policy_transactions where policy_id = ${line.policy_id} and tnx_gross_premium_cents <> 0 order by sequence`.execute(
    db,
  )
  const earned = await sql<{ id: string }>`
    select l.policy_transaction_id as id from commission_lines l join commission_statements s using (statement_id)
    where l.policy_id = ${line.policy_id} and s.agency_id = ${line.agency_id} and l.kind = ${line.kind}
      and l.rate_basis_points = ${line.rate_basis_points}`.execute(db)
  const sources = new Set(earned.rows.map(({ id }) => id))
  const moved = getPremiumMovements(rows).get(line.policy_transaction_id) ?? new Map<string, number>()
  return rows.flatMap(({ id, type, day }) => {
    const cents = sources.has(id) ? moved.get(id) : undefined
    return cents === undefined ? [] : [{ type, day, cents, isItself: id === line.policy_transaction_id }]
  })
}

/**
 * Returns the agencies that earned commission on the line's transaction, if visible to the caller. The policy's agency
 * comes first, then its parents.
 */
async function getEarningAgencies({ db, actor }: Pick<Ctx, 'db' | 'actor'>, { policy_transaction_id }: Line) {
  const { rows } = await sql<{
    agencyNo: string
    agencyName: string
    isOverride: boolean
    points: number
    cents: number
  }>`
    select a.agency_no as "agencyNo", a.company as "agencyName", l.kind = 'override' as "isOverride",
      l.rate_basis_points as points, l.amount_cents as cents
    from commission_lines l join commission_statements s using (statement_id) join agencies a using (agency_id)
    where l.policy_transaction_id = ${policy_transaction_id} and ${visibleAgencyCondition(actor)}
    order by l.kind, cardinality(a.path) desc, a.agency_no, l.rate_basis_points limit 1000`.execute(db)
  return rows
}

/**
 * Explains the calculation of a line with amounts and text.
 *
 * @throws {ApiError} 404 if the statement is not visible to the caller or the line belongs to another statement
 */
export const traceCommissionTransaction: Handler<'traceCommissionTransaction'> = async (ctx, { path }) => {
  const { statementId } = await requireVisibleStatement(ctx, path.statementId)
  const { rows } = await sql<Line>`
    select ${lineColumns}, l.policy_id, l.policy_transaction_id, s.agency_id from ${lineTables}
    where l.commission_line_id = ${path.lineId} and l.statement_id = ${statementId}`.execute(ctx.db)
  const [line] = rows
  if (!line) throw createNotFoundError({ lineId: path.lineId })
  const transactions = await getContributingTransactions(ctx, line)
  const chain = await getEarningAgencies(ctx, line)
  return ok<CommissionTrace>({
    lineId: line.commission_line_id,
    base: toDollars(line.premium_cents),
    rate: line.rate_basis_points / 10_000,
    commission: toDollars(line.amount_cents),
    transactions: transactions.map(({ type, day, cents }) => ({
      transactionType: type as CommissionTrace['transactions'][number]['transactionType'],
      postDate: day,
      premium: toDollars(cents),
    })),
    chain: chain.map(({ points, cents, ...agency }) => ({
      ...agency,
      rate: points / 10_000,
      commission: toDollars(cents),
    })),
    steps: describeCommissionTrace(line, transactions, chain),
  })
}
