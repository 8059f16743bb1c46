import { sql } from 'kysely'
import { createConflictError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { assertBulkActionAllowed, type BulkAction, bulkActions } from './bulk-actions.ts'
import { type BulkJob, lockOwnJob, requireVisibleJob, toBulkJobResponse, undoneCondition } from './bulk-jobs.ts'
import { queueBulkJob } from './start-bulk-job.ts'

const undoMessages: Partial<Record<BulkAction, string>> = {
  resendLink: 'An emailed link cannot be undone.',
  finalizeCancel: 'To undo a completed cancellation, reinstate each policy.',
  rescindNonRenewal: 'An undo cannot be undone. Start a new job instead.',
}
const note = 'The bulk job was undone for all of its policies.'

/**
 * Queues a job that undoes the results of one of the caller's jobs (ADR 43). Skips results that were already undone.
 * @throws {ApiError} 404 if the job does not exist; 403 if the caller may not perform the action; 409 if the job or an
 * earlier undo is still running, or if nothing is left to undo
 */
export const undoBulkJob = (ctx: Ctx, jobId: string): Promise<BulkJob> =>
  runInTransaction(ctx, async (ctx) => {
    await lockOwnJob(ctx, jobId)
    // Reads the job after acquiring the lock so that the second of two concurrent requests sees the first one.
    const job = await requireVisibleJob(ctx, jobId)
    const { undo } = bulkActions[job.action]
    if (!undo) throw createConflictError('cannot_be_undone', undoMessages[job.action] ?? 'This cannot be undone.')
    assertBulkActionAllowed(ctx.actor, undo)
    if (!toBulkJobResponse(job).canUndo)
      throw createConflictError(
        'cannot_be_undone',
        job.finished_at
          ? 'There is nothing left to undo, or the undo is already running.'
          : 'The job has not finished yet.',
      )
    const { rows } = await sql<{ policy_no: string }>`
      select i.policy_no from bulk_job_items i where i.bulk_job_id = ${jobId} and i.state = 'done' and not ${undoneCondition}
      order by i.item_no`.execute(ctx.db)
    return queueBulkJob(ctx, { action: undo, policyNos: rows.map(({ policy_no }) => policy_no), note, undoes: jobId })
  })
