import { sql, type Transaction } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import { plusMonths } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import { conflict, notFound } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { requireOpenStatement } from './adjustments.ts'
import { getIds, openStatements } from './calculate-commission.ts'
import { notifyStatementClosed } from './notify-closed.ts'
import { isAwaitingPayment } from './payable.ts'
import { requireSeenStatement } from './seen-statement.ts'
import { totalOf } from './statements.ts'

/** The last moment of a month is over everywhere that the house sells when it is over in Samoa, eleven hours after UTC. */
const lastZoneMs = 11 * 3_600_000

/** The first day of the month that is not over yet, wherever the house sells (POL-7). */
export const getOpenMonth = (now: Date): string =>
  `${new Date(now.getTime() - lastZoneMs).toISOString().slice(0, 7)}-01`

export interface OpenStatement {
  statementId: string
  agencyId: string
  month: string
}

/** Each agency's first statement from `month` on that is not closed. It is created if missing, and cannot be closed until the transaction ends. */
async function lockNextOpen(trx: Transaction<DB>, agencyIds: readonly string[], month: string) {
  for (;;) {
    const places = await openStatements(
      trx,
      agencyIds.map((earner) => ({ earner, month })),
    )
    const { rows } = await sql<{ agencyId: string; statementId: string }>`
      select agency_id as "agencyId", statement_id as "statementId" from commission_statements
      where state = 'open' and (agency_id, month) in (
        select * from unnest(${places.map(({ earner }) => earner)}::uuid[], ${places.map(({ openMonth }) => openMonth)}::date[]))
      order by agency_id, month for share`.execute(trx)
    // One that was closed in the meantime is looked for again.
    if (rows.length === agencyIds.length) return rows
  }
}

/** Moves lines of renewals without a payment to the next open statement of their agency. */
async function movePendingLines(trx: Transaction<DB>, ids: readonly string[], month: string): Promise<void> {
  const { rows } = await sql<{ lineId: string; agencyId: string }>`
    select l.commission_line_id as "lineId", s.agency_id as "agencyId"
    from commission_lines l join commission_statements s using (statement_id)
    where l.statement_id = any(${getIds(ids)}) and ${isAwaitingPayment}`.execute(trx)
  if (rows.length === 0) return
  const next = await lockNextOpen(trx, [...new Set(rows.map(({ agencyId }) => agencyId))].toSorted(), month)
  await sql`
    update commission_lines l set statement_id = next.statement_id
    from commission_statements s join unnest(${getIds(next.map(({ agencyId }) => agencyId))},
      ${getIds(next.map(({ statementId }) => statementId))}) next (agency_id, statement_id) using (agency_id)
    where l.statement_id = s.statement_id and l.commission_line_id = any(${getIds(rows.map(({ lineId }) => lineId))})`.execute(
    trx,
  )
}

/** Adds the balance of each negative statement to the next open statement of its agency, as one line. */
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
 * Closes statements that the caller has locked, with their totals, and tells nobody. Lines of renewals without a payment move to the agency's next
 * open statement; a negative total is carried there as one line. Months are closed in order, so that a balance passes through all of them.
 */
export async function closeWithoutNotice(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  statements: readonly OpenStatement[],
): Promise<void> {
  const byMonth = Map.groupBy(statements, ({ month }) => month)
  for (const month of [...byMonth.keys()].toSorted()) {
    const closing = byMonth.get(month) ?? []
    const ids = closing.map(({ statementId }) => statementId)
    await movePendingLines(ctx.db, ids, plusMonths(month, 1))
    const { rows } = await sql<OpenStatement & { totalCents: number }>`
      update commission_statements s set total_cents = ${totalOf}, closed_at = ${ctx.now},
        state = case when ${totalOf} < 0 then 'carried' else 'closed' end
      where statement_id = any(${getIds(ids)})
      returning statement_id as "statementId", agency_id as "agencyId", month, total_cents as "totalCents"`.execute(
      ctx.db,
    )
    const negative = rows.filter(({ totalCents }) => totalCents < 0)
    if (negative.length > 0) await carryForward(ctx, negative, plusMonths(month, 1))
  }
}

/** Closes statements that the caller has locked, and notifies their agencies. */
export async function closeLocked(ctx: TransactionContext, statements: readonly OpenStatement[]): Promise<void> {
  await closeWithoutNotice(ctx, statements)
  await notifyStatementClosed(
    ctx,
    statements.map(({ statementId }) => statementId),
  )
}

/**
 * Closes a statement with its total; what comes later goes to the next one. The lock makes it wait for lines that are being
 * written to it, and those that follow find it closed.
 *
 * @throws 404; 409 for a month that is not over and for one that is closed already
 */
export const closeStatement = (ctx: Ctx, statementId: string) =>
  inTransaction(ctx, async (ctx) => {
    await requireOpenStatement(ctx, statementId)
    const found = await ctx.db
      .selectFrom('commission_statements')
      .select(['statement_id as statementId', 'agency_id as agencyId', 'month'])
      .where('statement_id', '=', statementId)
      .executeTakeFirst()
    if (!found) throw notFound({ statementId })
    if (found.month >= getOpenMonth(ctx.now))
      throw conflict(
        'month_not_over',
        `The month has not ended. This statement can be closed starting ${plusMonths(found.month, 1)} on.`,
      )
    await closeLocked(ctx, [found])
    const closed = await requireSeenStatement(ctx, statementId)
    await writeAudit(ctx, {
      action: 'commissionStatement.close',
      entity: 'commissionStatement',
      entityId: statementId,
      details: { month: found.month.slice(0, 7), total: closed.total, status: closed.status },
    })
    return closed
  })
