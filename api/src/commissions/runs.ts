import type { CommissionRun } from '@tideline/sdk/types'
import { type Kysely, sql } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import { addMonths } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import type { DB } from '../db/schema.ts'
import { conflict, notFound } from '../http/api-error.ts'
import { type Ctx, getName } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { type PageQuery, readPage } from '../http/page.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { getOpenMonth } from './close-statement.ts'

declare module '../outbox/enqueue.ts' {
  interface Jobs {
    'run-commissions': { runId: string }
  }
}

interface Row {
  run_id: string
  month: string
  is_closing: boolean
  state: CommissionRun['status']
  error: string | null
  created_by: string | null
  created_at: Date
  finished_at: Date | null
  policies: number
  reckoned: number
}

const columns = sql`r.*, parts.policies, parts.reckoned`
const from = sql`commission_runs r cross join lateral (
  select coalesce(sum(policies), 0)::int as policies, coalesce(sum(policies) filter (where is_done), 0)::int as reckoned
  from commission_run_parts p where p.run_id = r.run_id) parts`

const presentRun = (row: Row): CommissionRun => ({
  runId: row.run_id,
  year: Number(row.month.slice(0, 4)),
  month: Number(row.month.slice(5, 7)),
  isClosing: row.is_closing,
  status: row.state,
  policyCount: row.policies,
  reckonedCount: row.reckoned,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by ?? '',
  finishedAt: row.finished_at?.toISOString() ?? null,
})

/** Returns a run with its progress. Throws 404. */
export async function requireRun(db: Kysely<DB>, runId: string): Promise<CommissionRun> {
  const { rows } = await sql<Row>`select ${columns} from ${from} where r.run_id = ${runId}`.execute(db)
  if (!rows[0]) throw notFound({ runId })
  return presentRun(rows[0])
}

/** Returns the newest run of a month, or null if there is none. The month is given by its first day. */
export async function getLastRun(db: Kysely<DB>, month: string): Promise<CommissionRun | null> {
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where r.month = ${month}::date order by r.created_at desc, r.run_id desc limit 1`.execute(
    db,
  )
  return rows[0] ? presentRun(rows[0]) : null
}

/** Returns a page of runs, newest first. */
export const listRuns = (db: Kysely<DB>, query: PageQuery) =>
  readPage<Row, CommissionRun>(
    db,
    {
      columns,
      from,
      where: sql<boolean>`true`,
      order: [
        { column: sql`r.created_at`, type: 'timestamptz', way: 'desc' },
        { column: sql`r.run_id`, type: 'uuid', way: 'desc' },
      ],
      present: (rows) => rows.map(presentRun),
    },
    query,
  )

/**
 * Enqueues the calculation of a month and, if requested, the closing of its statements (COM-3).
 *
 * @throws {ApiError} 409 if another run is in progress, or if the month to close has not ended
 */
export const startRun = (ctx: Ctx, wish: { year: number; month: number; isClosing: boolean }): Promise<CommissionRun> =>
  inTransaction(ctx, async (ctx) => {
    const month = `${wish.year}-${String(wish.month).padStart(2, '0')}-01`
    if (wish.isClosing && month >= getOpenMonth(ctx.now))
      throw conflict(
        'month_not_over',
        `The month has not ended. Its statements can be closed starting ${formatUsDate(addMonths(month, 1))}.`,
      )
    // A unique index allows only one run in progress. A concurrent request waits for this insert and then gets 409.
    const run = await ctx.db
      .insertInto('commission_runs')
      .values({ month, is_closing: wish.isClosing, created_by: getName(ctx.actor), created_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('run_id')
      .executeTakeFirst()
    if (!run) throw conflict('run_under_way', 'Another commission run is still in progress.')
    await enqueue(ctx.db, 'run-commissions', { runId: run.run_id }, { maxAttempts: runAttempts })
    await writeAudit(ctx, {
      action: 'commissionRun.start',
      entity: 'commissionRun',
      entityId: run.run_id,
      details: { month: month.slice(0, 7), isClosing: wish.isClosing },
    })
    return requireRun(ctx.db, run.run_id)
  })

/** Number of times that a failed run is resumed, with pauses, before it is marked as failed. */
export const runAttempts = 8
