import type { Selectable } from 'kysely'
import type { ImportJob } from '../db/schema.ts'
import type { TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'

type JobRow = Selectable<ImportJob>

export interface FinishedImport {
  job: JobRow
  state: 'done' | 'failed'
}

/** Enqueues an email with the result of an import to the address that was entered with the upload. */
export async function enqueueImportEmail(ctx: TransactionContext, job: JobRow, outcome: string): Promise<void> {
  if (!job.notification_email) return
  await enqueueEmail(ctx.db, {
    to: job.notification_email,
    template: 'import-ended',
    values: {
      fileName: job.file_name,
      outcome,
      total: job.total_items,
      succeeded: job.done_items,
      failed: job.failed_items,
      link: `${getPublicUrl(ctx.config)}/bulkUpload?job=${job.import_job_id}`,
    },
  })
}

export const sendImportEmail = (ctx: TransactionContext, { job, state }: FinishedImport): Promise<void> =>
  enqueueImportEmail(ctx, job, state === 'done' ? 'has been imported' : 'could not be imported to its end')
