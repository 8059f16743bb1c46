import { getPropertyDate } from '../../calendar/property-date.ts'
import { rescheduleReview } from '../../cancellation-watch/schedule-review.ts'
import type { Ctx } from '../../http/context.ts'
import { inTransaction } from '../../http/in-transaction.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { calculateRefund } from './calculate-refund.ts'
import { getPendingItems, isComplete } from './cancellation-documents.ts'
import { finalizeCancellation } from './finalize-cancellation.ts'
import { getCancellationDate, isOnHold } from './moratorium-hold.ts'
import { readReason } from './reasons.ts'
import { isSecondPersonMissing } from './second-person.ts'

/**
 * Finalizes a cancellation if its documents and signatures are complete. Otherwise, the next document or signature
 * schedules another review. During a moratorium, it stays pending and is reviewed every hour without notifications.
 */
export async function reviewCancellation(ctx: Ctx, policyNo: string): Promise<void> {
  const policy = await requirePolicy(ctx, policyNo)
  if (!policy.isPendingCancel || !policy.cancelReasonCode || policy.cancelAcceptedAt) return
  const reason = await readReason(ctx.db, policy.cancelReasonCode)
  if (!isComplete(await getPendingItems(ctx.db, policy.policyId, reason))) return
  const refund = await calculateRefund(
    ctx.db,
    policy,
    reason,
    await getCancellationDate(ctx.db, policy, reason, getPropertyDate(ctx.now, policy)),
  )
  // The cancellation stays pending in the work queue until another staff member finalizes it.
  if (await isSecondPersonMissing(ctx, policy, reason, refund.effectiveDate)) return
  if (await isOnHold(ctx, policy, reason)) return inTransaction(ctx, (ctx) => rescheduleReview(ctx, policyNo))
  await finalizeCancellation(ctx, { policyNo, note: undefined })
}
