import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { readSettings } from '../settings/settings.ts'

declare module '../outbox/enqueue.ts' {
  interface Jobs {
    'review-cancellation': { policyNo: string }
  }
}

export const reviewKey = (policyNo: string) => `review-cancellation:${policyNo}`

const isReviewedByItself = async (trx: Transaction<DB>, reasonCode: string) => {
  const reason = await trx
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
  trx: Transaction<DB>,
  ctx: Pick<Ctx, 'now'>,
  policy: { policyNo: string; isPendingCancel: boolean; cancelReasonCode: string | null },
): Promise<void> {
  if (!policy.isPendingCancel || !policy.cancelReasonCode) return
  if (!(await isReviewedByItself(trx, policy.cancelReasonCode))) return
  const { 'cancellation.reviewDelaySeconds': delay } = await readSettings(trx, ctx.now)
  await enqueue(
    trx,
    'review-cancellation',
    { policyNo: policy.policyNo },
    { key: reviewKey(policy.policyNo), runAt: new Date(ctx.now.getTime() + delay * 1000) },
  )
}
