import type { TransactionContext } from '../http/context.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { readSettings } from '../settings/settings.ts'

const hourMs = 3_600_000

declare module '../outbox/enqueue.ts' {
  interface Jobs {
    'review-cancellation': { policyNo: string }
  }
}

export const reviewKey = (policyNo: string) => `review-cancellation:${policyNo}`

/** Has it looked at again in an hour, for what no act of anybody brings: the end of a moratorium. */
export const rescheduleReview = (ctx: Pick<TransactionContext, 'db' | 'now'>, policyNo: string): Promise<void> =>
  enqueue(
    ctx.db,
    'review-cancellation',
    { policyNo },
    { key: reviewKey(policyNo), runAt: new Date(ctx.now.getTime() + hourMs) },
  )

const isReviewedByItself = async ({ db }: Pick<TransactionContext, 'db'>, reasonCode: string) => {
  const reason = await db
    .selectFrom('cancel_reasons')
    .select('automatic_review')
    .where('reason_code', '=', reasonCode)
    .executeTakeFirst()
  return reason?.automatic_review ?? false
}

/**
 * Has a pending cancellation looked at after the delay of the settings, if its reason is reviewed by itself (decision
 * 19). Called whenever something that it waits for may have come: the request, a signature, an upload.
 */
export async function scheduleReview(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  policy: { policyNo: string; isPendingCancel: boolean; cancelReasonCode: string | null },
): Promise<void> {
  if (!policy.isPendingCancel || !policy.cancelReasonCode) return
  if (!(await isReviewedByItself(ctx, policy.cancelReasonCode))) return
  const { 'cancellation.reviewDelaySeconds': delay } = await readSettings(ctx.db, ctx.now)
  await enqueue(
    ctx.db,
    'review-cancellation',
    { policyNo: policy.policyNo },
    { key: reviewKey(policy.policyNo), runAt: new Date(ctx.now.getTime() + delay * 1000) },
  )
}
