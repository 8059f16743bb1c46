import { failStuckBulkJobs } from '../bulk-jobs/run-bulk-job.ts'
import { failStuckCommissionRuns } from '../commissions/process-commission-run.ts'
import type { Ctx } from '../http/context.ts'
import { failStuckImports } from '../imports/run-import.ts'
import { failStuckEmails } from '../notifications/enqueue-email.ts'
import { failStuckDeliveries } from '../webhooks/deliver.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'fail-stuck': Record<string, never>
  }
}

/** Crontab line: every minute. */
export const failStuckSchedule = '* * * * * fail-stuck ?max=1'

/**
 * Marks queued or running records as failed if their job has failed permanently. Users then see the failure and its
 * cause.
 */
export async function failStuckRecords(ctx: Ctx): Promise<void> {
  const failed = {
    bulkJobs: await failStuckBulkJobs(ctx),
    imports: await failStuckImports(ctx),
    commissionRuns: await failStuckCommissionRuns(ctx),
    deliveries: await failStuckDeliveries(ctx),
    emails: await failStuckEmails(ctx),
  }
  if (Object.values(failed).some((count) => count > 0))
    ctx.log.error(failed, 'marked records as failed because their jobs had failed permanently')
}
