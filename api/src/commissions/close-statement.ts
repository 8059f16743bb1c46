import { sql, type Transaction } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { addMonths } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import type { DB } from '../db/schema.ts'
import { createConflictError, createNotFoundError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { requireOpenStatement } from './adjustments.ts'
import { getOrCreateOpenStatements, toUuidArray } from './calculate-commission.ts'
import { getFirstOpenMonth } from './first-open-month.ts'
import { notifyStatementClosed } from './notify-closed.ts'
import { awaitingPaymentCondition } from './pending-lines.ts'
import { statementTotalSql } from './statements.ts'
import { requireVisibleStatement } from './visible-statement.ts'

export interface OpenStatement {
  statementId: string
  agencyId: string
  month: string
}

/**
 * Returns each agency's first open statement from `month` on. Creates missing statements. Locks the statements until
 * the transaction ends, so that they stay open.
 */
async function lockNextOpen(trx: Transaction<DB>, agencyIds: readonly string[], month: string) {
  for (;;) {
    const places = await getOrCreateOpenStatements(
      trx,
      agencyIds.map((earner) => ({ earner, month })),
    )
    const { rows } = await sql<{ agencyId: string; statementId: string }>`
      select agency_id as "agencyId", statement_id as "statementId" from commission_statements
      where state = 'open' and (agency_id, month) in (
        select * from unnest(${places.map(({ earner }) => earner)}::uuid[], ${places.map(({ openMonth }) => openMonth)}::date[]))
      order by agency_id, month for share`.execute(trx)
    // Searches again if one of the statements was closed after it was found.
    if (rows.length === agencyIds.length) return rows
  }
}

/** Moves lines of unpaid renewals to the agency's next open statement. */
async function movePendingLines(trx: Transaction<DB>, ids: readonly string[], month: string): Promise<void> {
  const { rows } = await sql<{ lineId: string; agencyId: string }>`
    select l.commission_line_id as "lineId", s.agency_id as "agencyId"
    from commission_lines l join commission_statements s using (statement_id)
    where l.statement_id = any(${toUuidArray(ids)}) and ${awaitingPaymentCondition}`.execute(trx)
  if (rows.length === 0) return
  const next = await lockNextOpen(trx, [...new Set(rows.map(({ agencyId }) => agencyId))].toSorted(), month)
  await sql`
    update commission_lines l set statement_id = next.statement_id
    from commission_statements s join unnest(${toUuidArray(next.map(({ agencyId }) => agencyId))},
      ${toUuidArray(next.map(({ statementId }) => statementId))}) next (agency_id, statement_id) using (agency_id)
    where l.statement_id = s.statement_id and l.commission_line_id = any(${toUuidArray(rows.map(({ lineId }) => lineId))})`.execute(
    trx,
  )
}

/** Carries each negative balance to the agency's next open statement, as one line. */
async function carryForward(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  negative: readonly (OpenStatement & { totalCents: number })[],
  month: string,
) {
  const next = await lockNextOpen(ctx.db, negative.map(({ agencyId }) => agencyId).toSorted(), month)
  const nextByAgency = new Map(next.map(({ agencyId, statementId }) => [agencyId, statementId]))
  await ctx.db
    .insertInto('commission_adjustments')
    .values(
      negative.map(({ statementId, agencyId, month: from, totalCents }) => ({
        statement_id: nextByAgency.get(agencyId) as string,
        description: `Balance carried forward from ${from.slice(5, 7)}/${from.slice(0, 4)}`,
        adjustment_cents: totalCents,
        carried_from_statement_id: statementId,
        created_at: ctx.now,
      })),
    )
    .execute()
}

/**
 * Closes locked statements with their totals, without notifying the agencies. Lines of unpaid renewals move to the
 * agency's next open statement, and a negative total is carried there as one line. Months are closed in order, so a
 * balance can be carried over several months.
 */
export async function closeStatementsWithoutNotice(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  statements: readonly OpenStatement[],
): Promise<void> {
  const byMonth = Map.groupBy(statements, ({ month }) => month)
  for (const month of [...byMonth.keys()].toSorted()) {
    const closing = byMonth.get(month) ?? []
    const ids = closing.map(({ statementId }) => statementId)
    await movePendingLines(ctx.db, ids, addMonths(month, 1))
    const { rows } = await sql<OpenStatement & { totalCents: number }>`
      update commission_statements s set total_cents = ${statementTotalSql}, closed_at = ${ctx.now},
        state = case when ${statementTotalSql} < 0 then 'carried' else 'closed' end
      where statement_id = any(${toUuidArray(ids)})
      returning statement_id as "statementId", agency_id as "agencyId", month, total_cents as "totalCents"`.execute(
      ctx.db,
    )
    const negative = rows.filter(({ totalCents }) => totalCents < 0)
    if (negative.length > 0) await carryForward(ctx, negative, addMonths(month, 1))
  }
}

/** Closes locked statements and notifies their agencies. */
export async function closeLockedStatements(
  ctx: TransactionContext,
  statements: readonly OpenStatement[],
): Promise<void> {
  await closeStatementsWithoutNotice(ctx, statements)
  await notifyStatementClosed(
    ctx,
    statements.map(({ statementId }) => statementId),
  )
}

/**
 * Closes a statement and stores the total. New lines then go to the next statement. Waits for transactions that are
 * adding lines to this statement.
 * @throws {ApiError} 404 if the statement does not exist; 409 if the month has not ended or the statement is already
 * closed
 */
export const closeStatement = (ctx: Ctx, statementId: string) =>
  runInTransaction(ctx, async (ctx) => {
    await requireOpenStatement(ctx, statementId)
    const found = await ctx.db
      .selectFrom('commission_statements')
      .select(['statement_id as statementId', 'agency_id as agencyId', 'month'])
      .where('statement_id', '=', statementId)
      .executeTakeFirst()
    if (!found) throw createNotFoundError({ statementId })
    if (found.month >= getFirstOpenMonth(ctx.now))
      throw createConflictError(
        'month_not_ended',
        `The month has not ended. This statement can be closed starting ${formatUsDate(addMonths(found.month, 1))}.`,
      )
    await closeLockedStatements(ctx, [found])
    const closed = await requireVisibleStatement(ctx, statementId)
    await writeAuditEntry(ctx, {
      action: 'commissionStatement.close',
      entity: 'commissionStatement',
      entityId: statementId,
      details: { month: found.month.slice(0, 7), total: closed.total, status: closed.status },
    })
    return closed
  })
