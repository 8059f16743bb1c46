import { type Selectable, sql } from 'kysely'
import { getAccountActor } from '../accounts/actor.ts'
import type { BulkJob as BulkJobTable } from '../db/schema.ts'
import { createForbiddenError } from '../http/api-error.ts'
import type { Ctx, StaffActor, TransactionContext } from '../http/context.ts'
import { pendingJobCondition } from '../outbox/pending-job.ts'
import { failStuckWorklist, type JobAttempt, processWorklist, type Worklist } from '../outbox/process-worklist.ts'
import { assertBulkActionAllowed, bulkActions } from './bulk-actions.ts'

type JobRow = Selectable<BulkJobTable>

interface Item {
  place: number
  policyNo: string
}

async function lockJob({ db }: TransactionContext, jobId: string): Promise<JobRow | undefined> {
  return db.selectFrom('bulk_jobs').selectAll().where('bulk_job_id', '=', jobId).forUpdate().executeTakeFirst()
}

/** Locks a running job and returns it with its first queued policy, if any. */
async function takeNextPolicy(
  ctx: TransactionContext,
  jobId: string,
): Promise<{ job: JobRow; items: Item[] } | undefined> {
  const job = await lockJob(ctx, jobId)
  if (job?.state !== 'running') return undefined
  const items = await ctx.db
    .selectFrom('bulk_job_items')
    .select(['item_no as place', 'policy_no as policyNo'])
    .where('bulk_job_id', '=', jobId)
    .where('state', '=', 'queued')
    .orderBy('item_no')
    .limit(1)
    .execute()
  return { job, items }
}

/** Records the result for a policy and updates the counts of the job. */
async function recordResult(
  { db, now }: TransactionContext,
  jobId: string,
  { place }: Item,
  rejection?: { code: string; reason: string },
): Promise<void> {
  await db
    .updateTable('bulk_job_items')
    .set({ state: rejection ? 'failed' : 'done', finished_at: now, ...rejection })
    .where('bulk_job_id', '=', jobId)
    .where('item_no', '=', place)
    .execute()
  await db
    .updateTable('bulk_jobs')
    .set((count) =>
      rejection ? { failed_items: count('failed_items', '+', 1) } : { done_items: count('done_items', '+', 1) },
    )
    .where('bulk_job_id', '=', jobId)
    .execute()
}

/**
 * Returns the staff member who requested the job, with current permissions.
 * @throws {ApiError} 403 if the staff member may no longer perform the action
 */
async function getRequester({ db }: Ctx, job: JobRow): Promise<StaffActor> {
  const actor = await getAccountActor(db, job.requested_by)
  if (actor?.kind !== 'staff') throw createForbiddenError('The account that started this job no longer exists.')
  assertBulkActionAllowed(actor, job.action)
  return actor
}

/** Returns the time at which the job to undo processed this policy. */
async function getProcessedAt({ db }: Ctx, jobId: string, { policyNo }: Item): Promise<Date | undefined> {
  const item = await db
    .selectFrom('bulk_job_items')
    .select('finished_at')
    .where('bulk_job_id', '=', jobId)
    .where('policy_no', '=', policyNo)
    .executeTakeFirst()
  return item?.finished_at ?? undefined
}

/** Creates the worklist for a job. Policies are processed one at a time. */
const createWorklist = (jobId: string): Worklist<JobRow, Item> => ({
  begin: async (ctx) => {
    const job = await lockJob(ctx, jobId)
    if (job?.state === 'queued')
      await ctx.db.updateTable('bulk_jobs').set({ state: 'running' }).where('bulk_job_id', '=', jobId).execute()
  },
  take: (ctx) => takeNextPolicy(ctx, jobId),
  batchSize: 1,
  attempt: async (systemCtx, [item], once, job) => {
    const actor = await getRequester(systemCtx, job)
    const { before, act } = bulkActions[job.action]
    const decidedAt = job.undoes_job_id ? await getProcessedAt(systemCtx, job.undoes_job_id, item) : undefined
    const input = { policyNo: item.policyNo, note: job.note ?? '', decidedAt }
    await before?.({ ...systemCtx, actor }, input)
    await once(async (ctx) => {
      await act({ ...ctx, actor }, input)
      await recordResult(ctx, jobId, item)
    })
  },
  reject: (ctx, item, { code, message }) => recordResult(ctx, jobId, item, { code, reason: message }),
  end: ({ db, now }, _, how) =>
    db
      .updateTable('bulk_jobs')
      .set({ ...how, finished_at: now })
      .where('bulk_job_id', '=', jobId)
      .execute()
      .then(() => undefined),
  failureMessage: 'The job stopped unexpectedly. Start a new job for the remaining policies.',
})

/** Runs a bulk job, one policy at a time (ADR 43). */
export const runBulkJob = (ctxNow: () => Ctx, { jobId }: { jobId: string }, run?: JobAttempt): Promise<void> =>
  processWorklist(ctxNow, createWorklist(jobId), run)

/** Marks jobs that no worker will finish as failed. Returns the number of these jobs. */
export async function failStuckBulkJobs(ctx: Ctx): Promise<number> {
  const stuck = await ctx.db
    .selectFrom('bulk_jobs as b')
    .select('bulk_job_id as id')
    .where('state', 'in', ['queued', 'running'])
    .where(({ not }) => not(pendingJobCondition('bulk-job', 'jobId', sql`b.bulk_job_id`)))
    .execute()
  let failed = 0
  for (const { id } of stuck) if (await failStuckWorklist(ctx, createWorklist(id))) failed++
  return failed
}
