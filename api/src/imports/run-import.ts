import { type Selectable, sql } from 'kysely'
import pg from 'pg'
import { getPropertyDate } from '../calendar/property-day.ts'
import type { ImportItem, ImportJob } from '../db/schema.ts'
import { rejected } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { assertNotRestricted } from '../moratoriums/assert-not-restricted.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import {
  type Attempt,
  type Ending,
  failStuckList,
  type Once,
  processOneByOne,
  type Worklist,
} from '../outbox/one-by-one.ts'
import { hasPendingJob } from '../outbox/pending-job.ts'
import { bindRow } from './bind-row.ts'
import { getCounty } from './check-rows.ts'
import { type Cells, type ImportRow, readRow } from './columns.ts'
import { importFinished } from './events.ts'
import { lockJob } from './jobs.ts'

declare module '../outbox/enqueue.ts' {
  interface Jobs {
    'import-policies': { jobId: string }
  }
}

type JobRow = Selectable<ImportJob>
type Item = Pick<Selectable<ImportItem>, 'import_item_id' | 'input'> & { place: number }

/** The upload, locked, with the next row that was not processed. */
async function take(
  { db }: TransactionContext,
  jobId: string,
): Promise<{ job: JobRow; item: Item | undefined } | undefined> {
  const job = await lockJob(db, jobId)
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

/** Writes down what became of a row, and counts it. */
async function settle(
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

/** Ends an upload whose rows are all tried, or which cannot go on. */
async function end(ctx: TransactionContext, job: JobRow, how: Ending): Promise<void> {
  await ctx.db
    .updateTable('import_jobs')
    .set({ ...how, finished_at: ctx.now })
    .where('import_job_id', '=', job.import_job_id)
    .execute()
  await publishEvent(ctx, importFinished, { job, state: how.state })
}

/** What PostgreSQL refuses of a row (classes 22 and 23: its data, its integrity) would be refused again. */
const isRowField = (thrown: unknown) => thrown instanceof pg.DatabaseError && /^2[23]/.test(thrown.code ?? '')

/** Refuses what would be refused again; anything else is not the row's fault. */
function blameRow(thrown: unknown): never {
  if (isRowField(thrown)) throw rejected('invalid_file', 'The row contains a value that cannot be stored.')
  throw thrown
}

async function toRow(ctx: Ctx, item: Item) {
  // What was read when the file came is asked again: days and agencies change while a job waits.
  const outcome = readRow(item.input as Cells, getPropertyDate(ctx.now, 'FL'))
  if ('problems' in outcome) throw rejected('invalid_file', outcome.problems.map(({ message }) => message).join(' '))
  const county = await getCounty(ctx.db, outcome.row)
  if (!county) throw rejected('invalid_file', `county: there is no ${outcome.row.county} in ${outcome.row.state}.`)
  return { row: outcome.row, county }
}

async function requireOpen(ctx: Ctx, row: ImportRow, countyFips: string): Promise<void> {
  const risk = { policyId: null, productId: row.productId, countyFips }
  await assertNotRestricted(ctx, risk, ['newBusiness'], getPropertyDate(ctx.now, row.state))
}

async function importRow(ctx: Ctx, jobId: string, item: Item, once: Once<JobRow>): Promise<void> {
  const { row, county } = await toRow(ctx, item)
  // A stop is written down, so it is asked for before the row's own transaction.
  await requireOpen(ctx, row, county.county_fips)
  await once(async (ctx, job) => {
    const author = { userId: job.created_by_account_id, name: job.created_by ?? '' }
    const origin = { jobId, rowNo: item.place, county, author }
    await settle(ctx, jobId, item, { policy_id: await bindRow(ctx, row, origin) })
  })
}

/** The rows of an upload, to be imported one after the other. */
const getRows = (jobId: string): Worklist<JobRow, Item> => ({
  begin: async ({ db }) => {
    const job = await lockJob(db, jobId)
    if (job.state === 'queued')
      await db.updateTable('import_jobs').set({ state: 'running' }).where('import_job_id', '=', jobId).execute()
  },
  take: (ctx) => take(ctx, jobId),
  attempt: (ctx, item, once) => importRow(ctx, jobId, item, once).catch(blameRow),
  refuse: (ctx, item, { message }) => settle(ctx, jobId, item, { reason: message }),
  end,
  givenUp: 'The import stopped unexpectedly. Upload the remaining rows again.',
})

/** The job: imports the rows of an upload one after the other (SYS-4). */
export const importPolicies = (ctxNow: () => Ctx, { jobId }: { jobId: string }, run?: Attempt): Promise<void> =>
  processOneByOne(ctxNow, getRows(jobId), run)

/** Fails uploads that no worker will finish. Returns how many. */
export async function failStuckImports(ctx: Ctx): Promise<number> {
  const stuck = await ctx.db
    .selectFrom('import_jobs as i')
    .select('import_job_id as id')
    .where('state', 'in', ['queued', 'running'])
    .where(({ not }) => not(hasPendingJob('import-policies', 'jobId', sql`i.import_job_id`)))
    .execute()
  let failed = 0
  for (const { id } of stuck) if (await failStuckList(ctx, getRows(id))) failed++
  return failed
}
