import { getPropertyDate } from '../../calendar/property-date.ts'
import { rescheduleCancellationReview } from '../../cancellation-watch/schedule-review.ts'
import type { Ctx } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { calculateRefund } from './calculate-refund.ts'
import { getCancellationRequirements } from './cancellation-documents.ts'
import { isCancellationComplete } from './cancellation-requirements.ts'
import { finalizeCancellation } from './finalize-cancellation.ts'
import { getCancellationDate, isCancellationOnHold } from './moratorium-hold.ts'
import { requireCancelReason } from './reasons.ts'
import { isSecondPersonMissing } from './second-person.ts'

/**
 * Finalizes a cancellation if its documents and signatures are complete. Otherwise, the next document or signature
 * schedules another review. During a moratorium, it stays pending and is reviewed every hour without notifications.
 */
export async function reviewCancellation(ctx: Ctx, policyNo: string): Promise<void> {
  const policy = await requirePolicy(ctx, policyNo)
  if (!policy.isPendingCancel || !policy.cancelReasonCode || policy.cancelAcceptedAt) return
  const reason = await requireCancelReason(ctx.db, policy.cancelReasonCode)
  if (!isCancellationComplete(await getCancellationRequirements(ctx.db, policy.policyId, reason))) return
  const refund = await calculateRefund(
    ctx.db,
    policy,
    reason,
    await getCancellationDate(ctx.db, policy, reason, getPropertyDate(ctx.now, policy)),
  )
  // The cancellation stays pending in the work queue until another staff member finalizes it.
  if (await isSecondPersonMissing(ctx, policy, reason, refund.effectiveDate)) return
  if (await isCancellationOnHold(ctx, policy, reason))
    return runInTransaction(ctx, (ctx) => rescheduleCancellationReview(ctx, policyNo))
  await finalizeCancellation(ctx, { policyNo, note: undefined })
}
