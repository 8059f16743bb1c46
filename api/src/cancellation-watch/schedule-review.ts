import type { TransactionContext } from '../http/context.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import { readSettings } from '../settings/settings.ts'

const hourMs = 3_600_000

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'review-cancellation': { policyNo: string }
  }
}

export const getReviewJobKey = (policyNo: string) => `review-cancellation:${policyNo}`

/**
 * Schedules another review of the cancellation in an hour. Some changes publish no event that could trigger a review,
 * such as the end of a moratorium.
 */
export const rescheduleCancellationReview = (
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  policyNo: string,
): Promise<void> =>
  enqueueJob(
    ctx.db,
    'review-cancellation',
    { policyNo },
    { key: getReviewJobKey(policyNo), runAt: new Date(ctx.now.getTime() + hourMs) },
  )

const isReviewedAutomatically = async ({ db }: Pick<TransactionContext, 'db'>, reasonCode: string) => {
  const reason = await db
    .selectFrom('cancel_reasons')
    .select('automatic_review')
    .where('reason_code', '=', reasonCode)
    .executeTakeFirst()
  return reason?.automatic_review ?? false
}

/**
 * Schedules the automatic review of a pending cancellation if the cancel reason allows automatic reviews (CAN-7). The
 * settings define the delay. Called after every step that may complete the cancellation: the request, a signature or an
 * upload.
 */
export async function scheduleCancellationReview(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  policy: { policyNo: string; isPendingCancel: boolean; cancelReasonCode: string | null },
): Promise<void> {
  if (!policy.isPendingCancel || !policy.cancelReasonCode) return
  if (!(await isReviewedAutomatically(ctx, policy.cancelReasonCode))) return
  const { 'cancellation.reviewDelaySeconds': delay } = await readSettings(ctx.db, ctx.now)
  await enqueueJob(
    ctx.db,
    'review-cancellation',
    { policyNo: policy.policyNo },
    { key: getReviewJobKey(policy.policyNo), runAt: new Date(ctx.now.getTime() + delay * 1000) },
  )
}
