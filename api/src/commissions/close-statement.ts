import { sql } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import { plusMonths } from '../calendar/days.ts'
import type { Ctx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { conflict, notFound } from '../http/refusal.ts'
import { requireOpenStatement } from './adjustments.ts'
import { requireSeenStatement } from './seen-statement.ts'
import { tellClosed } from './tell-closed.ts'

/** The last moment of a month is over everywhere that the house sells when it is over in Samoa, eleven hours after UTC. */
const lastZoneMs = 11 * 3_600_000

/** The first day of the month that is not over yet, wherever the house sells (decision 103). */
export const openMonthOf = (now: Date): string => `${new Date(now.getTime() - lastZoneMs).toISOString().slice(0, 7)}-01`

/** The total of a statement `s` in cents: its lines and its adjustments. */
export const totalOf = sql<number>`(
  (select coalesce(sum(amount_cents), 0) from commission_lines l where l.statement_id = s.statement_id)
  + (select coalesce(sum(adjustment_cents), 0) from commission_adjustments d where d.statement_id = s.statement_id))`

/**
 * Fixes a statement for good with its total; what comes later goes to the next one (decision 26). The lock makes it wait for
 * lines that are being written to it, and those that follow find it closed.
 *
 * @throws 404; 409 for a month that is not over and for one that is closed already
 */
export const closeStatement = (ctx: Ctx, statementId: string) =>
  inTransaction(ctx, async (ctx) => {
    await requireOpenStatement(ctx, statementId)
    const { rows } = await sql<{ month: string; total_cents: number }>`
      select month, ${totalOf} as total_cents from commission_statements s where statement_id = ${statementId}`.execute(
      ctx.db,
    )
    const [statement] = rows
    if (!statement) throw notFound({ statementId })
    if (statement.month >= openMonthOf(ctx.now))
      throw conflict(
        'month_not_over',
        `The month is not over: this statement can be closed from ${plusMonths(statement.month, 1)} on.`,
      )
    await ctx.db
      .updateTable('commission_statements')
      .set({ state: 'closed', closed_at: ctx.now, total_cents: statement.total_cents })
      .where('statement_id', '=', statementId)
      .execute()
    await tellClosed(ctx, [statementId])
    await writeAudit(ctx, {
      action: 'commissionStatement.close',
      entity: 'commissionStatement',
      entityId: statementId,
      details: { month: statement.month.slice(0, 7), totalCents: Number(statement.total_cents) },
    })
    return requireSeenStatement(ctx, statementId)
  })
