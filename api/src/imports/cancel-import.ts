import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError, createForbiddenError } from '../http/api-error.ts'
import { type Ctx, getAccountId } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { cancelJob } from '../outbox/enqueue-job.ts'
import { enqueueImportEmail } from './import-email.ts'
import { type ImportJob, lockImportJob, requireImportJob, toImportJobResponse } from './import-jobs.ts'

/**
 * Cancels an upload. The row in progress is finished, and the remaining rows are skipped. Does nothing if it is already
 * cancelled.
 * @throws {ApiError} 404 if the upload does not exist; 403 if the caller is neither the uploader nor a superuser; 409
 * if the upload has ended
 */
export const cancelImport = (ctx: Ctx, jobId: string): Promise<ImportJob> =>
  runInTransaction(ctx, async (ctx) => {
    const { db, actor, now } = ctx
    const job = await lockImportJob(db, jobId)
    const isTheirs = job.created_by_account_id !== null && job.created_by_account_id === getAccountId(actor)
    if (!isTheirs && !('roles' in actor && actor.roles.has('superuser')))
      throw createForbiddenError('Only the person who uploaded the file or a superuser can cancel it.')
    if (job.state === 'cancelled') return toImportJobResponse(job)
    if (job.state === 'done' || job.state === 'failed')
      throw createConflictError('import_ended', 'The import has already ended.')
    await db
      .updateTable('import_items')
      .set({ state: 'cancelled', finished_at: now })
      .where('import_job_id', '=', jobId)
      .where('state', '=', 'queued')
      .execute()
    await db
      .updateTable('import_jobs')
      .set({ state: 'cancelled', finished_at: now })
      .where('import_job_id', '=', jobId)
      .execute()
    await cancelJob(db, `import-policies:${jobId}`)
    await enqueueImportEmail(ctx, job, 'was cancelled')
    await writeAuditEntry(ctx, {
      action: 'import.cancel',
      entity: 'importJob',
      entityId: jobId,
      details: { succeeded: job.done_items, failed: job.failed_items },
    })
    return toImportJobResponse(await requireImportJob(db, jobId))
  })
