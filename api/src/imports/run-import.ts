import type { Selectable } from 'kysely'
import pg from 'pg'
import { propertyDay } from '../calendar/property-day.ts'
import type { ImportItem, ImportJob } from '../db/schema.ts'
import type { Ctx, TrxCtx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { Refusal, refused } from '../http/refusal.ts'
import { refuseStopped } from '../moratoriums/refuse-stopped.ts'
import { announceFact } from '../outbox/fact.ts'
import { bindRow } from './bind-row.ts'
import { countyOf } from './check-rows.ts'
import { type Cells, type ImportRow, readRow } from './columns.ts'
import { importFinished } from './facts.ts'
import { lockJob } from './jobs.ts'

declare module '../outbox/enqueue.ts' {
  interface Jobs {
    'import-policies': { jobId: string }
  }
}

type JobRow = Selectable<ImportJob>
type Item = Pick<Selectable<ImportItem>, 'import_item_id' | 'row_no' | 'input'>

/** The next row that was not tried, locked with its job; undefined when nothing is left to do. */
async function takeNext({ db }: TrxCtx, jobId: string): Promise<{ job: JobRow; item: Item | undefined } | undefined> {
  const job = await lockJob(db, jobId)
  if (job.state !== 'running') return undefined
  const item = await db
    .selectFrom('import_items')
    .select(['import_item_id', 'row_no', 'input'])
    .where('import_job_id', '=', jobId)
    .where('state', '=', 'queued')
    .orderBy('row_no')
    .limit(1)
    .executeTakeFirst()
  return { job, item }
}

/** Writes down what became of a row, and counts it. */
async function settle(
  { db, now }: TrxCtx,
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

/** Ends an upload whose rows are all tried, or which cannot go on. */
async function end(
  ctx: TrxCtx,
  job: JobRow,
  as: { state: 'done' } | { state: 'failed'; error: string },
): Promise<void> {
  await ctx.db
    .updateTable('import_jobs')
    .set({ ...as, finished_at: ctx.now })
    .where('import_job_id', '=', job.import_job_id)
    .execute()
  await announceFact(ctx, importFinished, { job, state: as.state })
}

/** What PostgreSQL refuses of a row (classes 22 and 23: its data, its integrity) would be refused again. */
const isOfTheRow = (thrown: unknown) => thrown instanceof pg.DatabaseError && /^2[23]/.test(thrown.code ?? '')

/** Why a row is not imported, in words; rethrows what is not the row's fault. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof Refusal) return thrown.message
  if (isOfTheRow(thrown)) return 'The row holds something that cannot be kept.'
  throw thrown
}

async function rowOf(ctx: Ctx, item: Item) {
  // What was read when the file came is asked again: days and agencies change while a job waits.
  const outcome = readRow(item.input as Cells, propertyDay(ctx.now, 'FL'))
  if ('problems' in outcome) throw refused('invalid_file', outcome.problems.map(({ message }) => message).join(' '))
  const county = await countyOf(ctx.db, outcome.row)
  if (!county) throw refused('invalid_file', `county: there is no ${outcome.row.county} in ${outcome.row.state}.`)
  return { row: outcome.row, county }
}

async function requireOpen(ctx: Ctx, row: ImportRow, countyFips: string): Promise<void> {
  const risk = { policyId: null, productId: row.productId, countyFips }
  await refuseStopped(ctx, risk, ['newBusiness'], propertyDay(ctx.now, row.state))
}

/** Tries the next row, in a transaction of its own. False when there is none. */
async function importNext(ctx: Ctx, jobId: string): Promise<boolean> {
  const next = await inTransaction(ctx, async (ctx) => {
    const taken = await takeNext(ctx, jobId)
    if (taken && !taken.item) await end(ctx, taken.job, { state: 'done' })
    return taken?.item
  })
  if (!next) return false
  const attempt = async () => {
    const { row, county } = await rowOf(ctx, next)
    // A stop is written down, so it is asked for before the row's own transaction.
    await requireOpen(ctx, row, county.county_fips)
    await inTransaction(ctx, async (ctx) => {
      const taken = await takeNext(ctx, jobId)
      // Cancelled, or tried by another process since.
      if (taken?.item?.import_item_id !== next.import_item_id) return
      const author = { userId: taken.job.created_by_account_id, name: taken.job.created_by ?? '' }
      const origin = { jobId, rowNo: next.row_no, county, author }
      await settle(ctx, jobId, next, { policy_id: await bindRow(ctx, row, origin) })
    })
  }
  await attempt().catch(async (thrown) => {
    const reason = reasonOf(thrown)
    await inTransaction(ctx, async (ctx) => {
      const taken = await takeNext(ctx, jobId)
      if (taken?.item?.import_item_id === next.import_item_id) await settle(ctx, jobId, next, { reason })
    })
  })
  return true
}

/**
 * The job: imports the rows of an upload one after the other (decision 28). A row, its policy and its count are one transaction, so
 * that a process that is killed leaves either all of them or none; whoever takes the job over goes on with the next row.
 * What is not a row's fault is tried again; on the last attempt the upload is ended and says so.
 */
export async function importPolicies(
  ctxNow: () => Ctx,
  { jobId }: { jobId: string },
  run: { attempt?: number; maxAttempts?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  await inTransaction(ctxNow(), async ({ db }) => {
    const job = await lockJob(db, jobId)
    if (job.state === 'queued')
      await db.updateTable('import_jobs').set({ state: 'running' }).where('import_job_id', '=', jobId).execute()
  })
  try {
    while (await importNext(ctxNow(), jobId)) run.signal?.throwIfAborted()
  } catch (thrown) {
    const isLast = run.attempt !== undefined && run.attempt === run.maxAttempts
    if (!isLast || run.signal?.aborted) throw thrown
    await inTransaction(ctxNow(), async (ctx) => {
      const job = await lockJob(ctx.db, jobId)
      if (job.state === 'running')
        await end(ctx, job, {
          state: 'failed',
          error: 'The house could not go on; upload the rows that are left again.',
        })
    })
  }
}
