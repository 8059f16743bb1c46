import { getPropertyDate } from '../../calendar/property-date.ts'
import type { Ctx } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { finalizeCancellation } from './finalize-cancellation.ts'
import { isCancellationOnHold } from './moratorium-hold.ts'
import { requireCancelReason } from './reasons.ts'
import { enqueueCancellation } from './schedule-cancellation.ts'

/**
 * Ends coverage on the effective date of an accepted cancellation. Does nothing if the cancellation was withdrawn or is
 * on hold because of a moratorium.
 */
export async function endCoverage(ctx: Ctx, policyNo: string): Promise<void> {
  const policy = await requirePolicy(ctx, policyNo)
  const { cancelAcceptedAt, cancelEffectiveDate } = policy
  if (!policy.isPendingCancel || !cancelAcceptedAt || !cancelEffectiveDate) return
  const hasToWait =
    getPropertyDate(ctx.now, policy) < cancelEffectiveDate ||
    (await isCancellationOnHold(ctx, policy, await requireCancelReason(ctx.db, policy.cancelReasonCode ?? '')))
  if (hasToWait) return runInTransaction(ctx, (ctx) => enqueueCancellation(ctx, policyNo, cancelEffectiveDate))
  await finalizeCancellation(ctx, { policyNo, note: undefined })
}
