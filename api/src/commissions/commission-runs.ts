import type { CommissionRun } from '@tideline/sdk/types'
import { type Kysely, sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { addMonths } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import type { DB } from '../db/schema.ts'
import { createConflictError, createNotFoundError } from '../http/api-error.ts'
import { type Ctx, getActorName } from '../http/context.ts'
import { type PageQuery, readPage } from '../http/page.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import { getFirstOpenMonth } from './first-open-month.ts'

declare module '../outbox/enqueue-job.ts' {
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
  calculated: number
}

const columns = sql`r.*, parts.policies, parts.calculated`
const from = sql`commission_runs r cross join lateral (
  select coalesce(sum(policy_count), 0)::int as policies, coalesce(sum(policy_count) filter (where is_done), 0)::int as calculated
  from commission_run_parts p where p.run_id = r.run_id) parts`

const toRunResponse = (row: Row): CommissionRun => ({
  runId: row.run_id,
  year: Number(row.month.slice(0, 4)),
  month: Number(row.month.slice(5, 7)),
  isClosing: row.is_closing,
  status: row.state,
  policyCount: row.policies,
  calculatedCount: row.calculated,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by ?? '',
  finishedAt: row.finished_at?.toISOString() ?? null,
})

/** Returns a run with its progress. Throws 404. */
export async function requireCommissionRun(db: Kysely<DB>, runId: string): Promise<CommissionRun> {
  const { rows } = await sql<Row>`select ${columns} from ${from} where r.run_id = ${runId}`.execute(db)
  if (!rows[0]) throw createNotFoundError({ runId })
  return toRunResponse(rows[0])
}

/** Returns the newest run of a month, or null if there is none. The month is given by its first day. */
export async function getLastCommissionRun(db: Kysely<DB>, month: string): Promise<CommissionRun | null> {
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where r.month = ${month}::date order by r.created_at desc, r.run_id desc limit 1`.execute(
    db,
  )
  return rows[0] ? toRunResponse(rows[0]) : null
}

/** Returns a page of runs, newest first. */
export const listCommissionRuns = (db: Kysely<DB>, query: PageQuery) =>
  readPage<Row, CommissionRun>(
    db,
    {
      columns,
      from,
      where: sql<boolean>`true`,
      order: [
        { column: sql`r.created_at`, type: 'timestamptz', direction: 'desc' },
        { column: sql`r.run_id`, type: 'uuid', direction: 'desc' },
      ],
      present: (rows) => rows.map(toRunResponse),
    },
    query,
  )

/**
 * Enqueues the calculation of a month and, if requested, the closing of that month's statements (COM-3).
 * @throws {ApiError} 409 if another run is in progress, or if the month to close has not ended
 */
export const startCommissionRun = (
  ctx: Ctx,
  input: { year: number; month: number; isClosing: boolean },
): Promise<CommissionRun> =>
  runInTransaction(ctx, async (ctx) => {
    const month = `${input.year}-${String(input.month).padStart(2, '0')}-01`
    if (input.isClosing && month >= getFirstOpenMonth(ctx.now))
      throw createConflictError(
        'month_not_ended',
        `The month has not ended. Its statements can be closed starting ${formatUsDate(addMonths(month, 1))}.`,
      )
    // A unique index allows only one run in progress. A concurrent request waits for this insert and then gets 409.
    const run = await ctx.db
      .insertInto('commission_runs')
      .values({ month, is_closing: input.isClosing, created_by: getActorName(ctx.actor), created_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('run_id')
      .executeTakeFirst()
    if (!run) throw createConflictError('run_in_progress', 'Another commission run is still in progress.')
    await enqueueJob(ctx.db, 'run-commissions', { runId: run.run_id }, { maxAttempts: maxRunAttempts })
    await writeAuditEntry(ctx, {
      action: 'commissionRun.start',
      entity: 'commissionRun',
      entityId: run.run_id,
      details: { month: month.slice(0, 7), isClosing: input.isClosing },
    })
    return requireCommissionRun(ctx.db, run.run_id)
  })

/**
 * Maximum number of attempts of a run, with pauses between them. After the last attempt, the run is marked as failed.
 */
const maxRunAttempts = 8
