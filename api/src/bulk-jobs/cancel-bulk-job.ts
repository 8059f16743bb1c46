import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { cancelJob } from '../outbox/enqueue-job.ts'
import { type BulkJob, lockOwnJob, requireVisibleJob, toBulkJobResponse } from './bulk-jobs.ts'
import { getJobKey } from './start-bulk-job.ts'

/**
 * Cancels one of the caller's jobs. The policy in progress is finished, and the remaining ones are skipped. Does
 * nothing if the job is already cancelled.
 *
 * @throws {ApiError} 404 if the job does not exist; 409 if it has ended
 */
export const cancelBulkJob = (ctx: Ctx, jobId: string): Promise<BulkJob> =>
  runInTransaction(ctx, async (ctx) => {
    const { db, now: finished_at } = ctx
    const job = await lockOwnJob(ctx, jobId)
    if (job.state === 'cancelled') return toBulkJobResponse(job)
    if (job.finished_at) throw createConflictError('job_ended', 'The job has already ended.')
    const cancelled = { state: 'cancelled' as const, finished_at }
    await db
      .updateTable('bulk_job_items')
      .set(cancelled)
      .where('bulk_job_id', '=', jobId)
      .where('state', '=', 'queued')
      .execute()
    await db.updateTable('bulk_jobs').set(cancelled).where('bulk_job_id', '=', jobId).execute()
    await cancelJob(db, getJobKey(jobId))
    await writeAuditEntry(ctx, {
      action: 'bulkJob.cancel',
      entity: 'bulkJob',
      entityId: jobId,
      details: { action: job.action, succeeded: job.done_items, failed: job.failed_items },
    })
    return toBulkJobResponse(await requireVisibleJob(ctx, jobId))
  })
