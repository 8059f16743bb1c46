import { type Selectable, sql } from 'kysely'
import pg from 'pg'
import type { ImportItem, ImportJob } from '../db/schema.ts'
import { type ApiError, createUnprocessableError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { pendingJobCondition } from '../outbox/pending-job.ts'
import {
  failStuckWorklist,
  type JobAttempt,
  processWorklist,
  type Worklist,
  type WorklistResult,
} from '../outbox/process-worklist.ts'
import { bindImportRows } from './bind-import-rows.ts'
import type { RowCells } from './columns.ts'
import { importFinishedEvent } from './events.ts'
import { lockImportJob } from './import-jobs.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'import-policies': { jobId: string }
  }
}

type JobRow = Selectable<ImportJob>
type Item = Pick<Selectable<ImportItem>, 'import_item_id' | 'input'> & { place: number }

/** Number of rows that are imported in one transaction. */
export const importBatchSize = 200

/** Locks an upload. Returns it with its next unprocessed rows. */
async function takeNextRows(
  { db }: TransactionContext,
  jobId: string,
  limit: number,
): Promise<{ job: JobRow; items: Item[] } | undefined> {
  const job = await lockImportJob(db, jobId)
  if (job.state !== 'running') return undefined
  const items = await db
    .selectFrom('import_items')
    .select(['import_item_id', 'row_no as place', 'input'])
    .where('import_job_id', '=', jobId)
    .where('state', '=', 'queued')
    .orderBy('row_no')
    .limit(limit)
    .execute()
  return { job, items }
}

/** The result of a row: its policy id or the error that rejected it. */
type RowResult = string | ApiError

/** Records the results of the first items, in the same order, and updates the counts of the upload. */
async function recordResults(
  { db, now }: TransactionContext,
  jobId: string,
  items: readonly Item[],
  results: readonly RowResult[],
): Promise<void> {
  const isDone = results.map((result) => typeof result === 'string')
  const done = isDone.filter(Boolean).length
  await sql`update import_items i
    set policy_id = r.policy_id, reason = r.reason, finished_at = ${now},
      state = case when r.policy_id is null then 'failed' else 'done' end
    from unnest(${items.slice(0, results.length).map((item) => item.import_item_id)}::uuid[],
      ${results.map((result) => (typeof result === 'string' ? result : null))}::uuid[],
      ${results.map((result) => (typeof result === 'string' ? null : result.message))}::text[]) r (id, policy_id, reason)
    where i.import_item_id = r.id`.execute(db)
  await db
    .updateTable('import_jobs')
    .set((count) => ({
      done_items: count('done_items', '+', done),
      failed_items: count('failed_items', '+', results.length - done),
    }))
    .where('import_job_id', '=', jobId)
    .execute()
}

/** Marks an upload as ended because its last row was processed or it cannot continue. */
async function end(ctx: TransactionContext, job: JobRow, how: WorklistResult): Promise<void> {
  await ctx.db
    .updateTable('import_jobs')
    .set({ ...how, finished_at: ctx.now })
    .where('import_job_id', '=', job.import_job_id)
    .execute()
  await publishEvent(ctx, importFinishedEvent, { job, state: how.state })
}

/**
 * Returns whether PostgreSQL rejected the data of the row (class 22, data exceptions, or class 23, integrity
 * violations). A retry would fail again.
 */
const isRowDataError = (thrown: unknown) => thrown instanceof pg.DatabaseError && /^2[23]/.test(thrown.code ?? '')

/** Throws 422 if the row's data caused the error. Rethrows all other errors. */
function rethrowRowError(thrown: unknown): never {
  if (isRowDataError(thrown))
    throw createUnprocessableError('invalid_file', 'The row contains a value that cannot be stored.')
  throw thrown
}

/** Returns the worklist of an upload: the functions that import its rows in batches. */
const createWorklist = (jobId: string): Worklist<JobRow, Item> => ({
  begin: async ({ db }) => {
    const job = await lockImportJob(db, jobId)
    if (job.state === 'queued')
      await db.updateTable('import_jobs').set({ state: 'running' }).where('import_job_id', '=', jobId).execute()
  },
  take: (ctx, limit) => takeNextRows(ctx, jobId, limit),
  batchSize: importBatchSize,
  attempt: (_, items, once) =>
    once(async (ctx, job) => {
      const rows = items.map(({ place, input }) => ({ rowNo: place, cells: input as RowCells }))
      const author = { userId: job.created_by_account_id, name: job.created_by ?? '' }
      await recordResults(ctx, jobId, items, await bindImportRows(ctx, rows, { jobId, author }))
    }).catch(rethrowRowError),
  reject: (ctx, item, rejection) => recordResults(ctx, jobId, [item], [rejection]),
  end,
  failureMessage: 'The import stopped unexpectedly. Upload the remaining rows again.',
})

/** Runs an import in batches. Each row succeeds or fails independently (SYS-4). */
export const importPolicies = (ctxNow: () => Ctx, { jobId }: { jobId: string }, run?: JobAttempt): Promise<void> =>
  processWorklist(ctxNow, createWorklist(jobId), run)

/** Marks uploads as failed if no worker will finish them. Returns the number of these uploads. */
export async function failStuckImports(ctx: Ctx): Promise<number> {
  const stuck = await ctx.db
    .selectFrom('import_jobs as i')
    .select('import_job_id as id')
    .where('state', 'in', ['queued', 'running'])
    .where(({ not }) => not(pendingJobCondition('import-policies', 'jobId', sql`i.import_job_id`)))
    .execute()
  let failed = 0
  for (const { id } of stuck) if (await failStuckWorklist(ctx, createWorklist(id))) failed++
  return failed
}
