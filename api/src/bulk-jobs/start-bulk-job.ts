import { sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { ApiError, createConflictError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import { assertBulkActionAllowed, type BulkAction, bulkActions } from './bulk-actions.ts'
import { type BulkJob, requireVisibleJob, toBulkJobResponse } from './bulk-jobs.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'bulk-job': { jobId: string }
  }
}

/** Maximum number of attempts. Each attempt continues where the previous one stopped. */
const attempts = 8

export const getJobKey = (jobId: string) => `bulk-job:${jobId}`

interface BulkJobInput {
  action: BulkAction
  policyNos: readonly string[]
  note: string | null
  /** Id of the job to undo, if this job undoes another job. */
  undoes?: string | null
}

/** Creates a job with its policies and enqueues it. */
export async function queueBulkJob(
  ctx: TransactionContext,
  { action, policyNos, note, undoes = null }: BulkJobInput,
): Promise<BulkJob> {
  const { db, now, actor } = ctx
  const requested_by = getAccountId(actor)
  if (!requested_by) throw new Error('Only an account can request bulk jobs.')
  const { bulk_job_id: jobId } = await db
    .insertInto('bulk_jobs')
    .values({ action, note, requested_by, undoes_job_id: undoes, total_items: policyNos.length, created_at: now })
    .returning('bulk_job_id')
    .executeTakeFirstOrThrow()
  await sql`insert into bulk_job_items (bulk_job_id, item_no, policy_no)
    select ${jobId}, item_no, policy_no from unnest(${policyNos}::text[]) with ordinality given (policy_no, item_no)`.execute(
    db,
  )
  await enqueueJob(db, 'bulk-job', { jobId }, { key: getJobKey(jobId), maxAttempts: attempts })
  await writeAuditEntry(ctx, {
    action: 'bulkJob.start',
    entity: 'bulkJob',
    entityId: jobId,
    details: { action, policies: policyNos.length, ...(undoes && { undoes }) },
  })
  return toBulkJobResponse(await requireVisibleJob(ctx, jobId))
}

/**
 * Throws 409 if the caller has an identical job (action, note and policies) that is queued or running. An advisory lock
 * makes concurrent requests of the caller wait for each other.
 */
async function assertNotRunning(ctx: TransactionContext, { action, policyNos, note }: BulkJobInput): Promise<void> {
  const accountId = getAccountId(ctx.actor)
  await sql`select pg_advisory_xact_lock(hashtext(${`bulk-jobs:${accountId}`}))`.execute(ctx.db)
  const { rows } = await sql`
    select from bulk_jobs j
    where j.requested_by = ${accountId} and j.action = ${action} and j.note is not distinct from ${note}
      and j.undoes_job_id is null and j.finished_at is null and j.total_items = ${policyNos.length}
      and not exists (select from bulk_job_items i
        where i.bulk_job_id = j.bulk_job_id and i.policy_no <> all(${policyNos}::text[]))`.execute(ctx.db)
  if (rows.length) throw createConflictError('job_running', 'This job is already running. Track it under Jobs.')
}

function getNote(action: BulkAction, given: string | undefined): string | null {
  const note = given?.trim() || null
  if (note && bulkActions[action].note === 'none')
    throw new ApiError({ code: 'unknown_field', message: 'note: a link is emailed without a note.', field: 'note' })
  if (!note && bulkActions[action].note === 'needed')
    throw createUnprocessableError('missing_note', 'note: enter a reason. It is saved with each policy.', 'note')
  return note
}

/**
 * Queues an action on many policies (ADR 43). Policies are checked later, during processing.
 * @throws {ApiError} 403 if the caller may not perform the action on a single policy; 400 or 422 if the note is missing
 * or not accepted; 409 if an identical job is queued or running
 */
export function startBulkJob(
  ctx: Ctx,
  input: { action: BulkAction; policyNos: readonly string[]; note: string | undefined },
): Promise<BulkJob> {
  assertBulkActionAllowed(ctx.actor, input.action)
  const note = getNote(input.action, input.note)
  const job = { action: input.action, policyNos: [...new Set(input.policyNos)], note }
  return runInTransaction(ctx, async (ctx) => {
    await assertNotRunning(ctx, job)
    return queueBulkJob(ctx, job)
  })
}
