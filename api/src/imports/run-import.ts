import { type Selectable, sql } from 'kysely'
import pg from 'pg'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { ImportItem, ImportJob } from '../db/schema.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { assertNotRestricted } from '../moratoriums/assert-not-restricted.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { hasPendingJobSql } from '../outbox/pending-job.ts'
import {
  failStuckWorklist,
  type JobAttempt,
  processWorklist,
  type RunItemOnce,
  type Worklist,
  type WorklistResult,
} from '../outbox/process-worklist.ts'
import { bindImportRow } from './bind-import-row.ts'
import { getCounty } from './check-rows.ts'
import { type ImportRow, parseImportRow, type RowCells } from './columns.ts'
import { importFinishedEvent } from './events.ts'
import { lockImportJob } from './import-jobs.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'import-policies': { jobId: string }
  }
}

type JobRow = Selectable<ImportJob>
type Item = Pick<Selectable<ImportItem>, 'import_item_id' | 'input'> & { place: number }

/** Locks an upload. Returns it with its next unprocessed row. */
async function takeNextRow(
  { db }: TransactionContext,
  jobId: string,
): Promise<{ job: JobRow; item: Item | undefined } | undefined> {
  const job = await lockImportJob(db, jobId)
  if (job.state !== 'running') return undefined
  const item = await db
    .selectFrom('import_items')
    .select(['import_item_id', 'row_no as place', 'input'])
    .where('import_job_id', '=', jobId)
    .where('state', '=', 'queued')
    .orderBy('row_no')
    .limit(1)
    .executeTakeFirst()
  return { job, item }
}

/** Records the result of a row and updates the counts of the upload. */
async function recordResult(
  { db, now }: TransactionContext,
  jobId: string,
  item: Item,
  outcome: { policy_id: string } | { reason: string },
): Promise<void> {
  const isDone = 'policy_id' in outcome
  await db
    .updateTable('import_items')
    .set({ ...outcome, state: isDone ? 'done' : 'failed', finished_at: now })
    .where('import_item_id', '=', item.import_item_id)
    .execute()
  await db
    .updateTable('import_jobs')
    .set((count) =>
      isDone ? { done_items: count('done_items', '+', 1) } : { failed_items: count('failed_items', '+', 1) },
    )
    .where('import_job_id', '=', jobId)
    .execute()
}

/** Marks an upload as ended, either after the last row or because it cannot continue. */
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

async function toRow(ctx: Ctx, item: Item) {
  // Parses the row again at import because dates and agencies can change while the job waits.
  const outcome = parseImportRow(item.input as RowCells, getPropertyDate(ctx.now, 'FL'))
  if ('problems' in outcome)
    throw createUnprocessableError('invalid_file', outcome.problems.map(({ message }) => message).join(' '))
  const county = await getCounty(ctx.db, outcome.row)
  if (!county)
    throw createUnprocessableError('invalid_file', `county: there is no ${outcome.row.county} in ${outcome.row.state}.`)
  return { row: outcome.row, county }
}

async function requireOpen(ctx: Ctx, row: ImportRow, countyFips: string): Promise<void> {
  const risk = { policyId: null, productId: row.productId, countyFips }
  await assertNotRestricted(ctx, risk, ['newBusiness'], getPropertyDate(ctx.now, row.state))
}

async function importRow(ctx: Ctx, jobId: string, item: Item, once: RunItemOnce<JobRow>): Promise<void> {
  const { row, county } = await toRow(ctx, item)
  // This check runs before the transaction of the row so that moratorium rejections are logged even if the transaction
  // is rolled back.
  await requireOpen(ctx, row, county.county_fips)
  await once(async (ctx, job) => {
    const author = { userId: job.created_by_account_id, name: job.created_by ?? '' }
    const origin = { jobId, rowNo: item.place, county, author }
    await recordResult(ctx, jobId, item, { policy_id: await bindImportRow(ctx, row, origin) })
  })
}

/** Returns the worklist of an upload: the functions that import its rows one at a time. */
const createWorklist = (jobId: string): Worklist<JobRow, Item> => ({
  begin: async ({ db }) => {
    const job = await lockImportJob(db, jobId)
    if (job.state === 'queued')
      await db.updateTable('import_jobs').set({ state: 'running' }).where('import_job_id', '=', jobId).execute()
  },
  take: (ctx) => takeNextRow(ctx, jobId),
  attempt: (ctx, item, once) => importRow(ctx, jobId, item, once).catch(rethrowRowError),
  reject: (ctx, item, { message }) => recordResult(ctx, jobId, item, { reason: message }),
  end,
  failureMessage: 'The import stopped unexpectedly. Upload the remaining rows again.',
})

/** Runs an import, one row at a time (SYS-4). */
export const importPolicies = (ctxNow: () => Ctx, { jobId }: { jobId: string }, run?: JobAttempt): Promise<void> =>
  processWorklist(ctxNow, createWorklist(jobId), run)

/** Marks uploads as failed if no worker will finish them. Returns the number of these uploads. */
export async function failStuckImports(ctx: Ctx): Promise<number> {
  const stuck = await ctx.db
    .selectFrom('import_jobs as i')
    .select('import_job_id as id')
    .where('state', 'in', ['queued', 'running'])
    .where(({ not }) => not(hasPendingJobSql('import-policies', 'jobId', sql`i.import_job_id`)))
    .execute()
  let failed = 0
  for (const { id } of stuck) if (await failStuckWorklist(ctx, createWorklist(id))) failed++
  return failed
}
