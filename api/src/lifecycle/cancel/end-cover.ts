import { propertyDay } from '../../calendar/property-day.ts'
import type { Ctx } from '../../http/context.ts'
import { inTransaction } from '../../http/in-transaction.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { scheduleEnd } from './accept-end.ts'
import { finalizeCancellation } from './finalize-cancellation.ts'
import { isHeldBack } from './held-back.ts'
import { readReason } from './reasons.ts'

/**
 * Ends the cover of an accepted cancellation once its day has come at the property and no moratorium holds it back; a withdrawn one is
 * left alone.
 */
export async function endCover(ctx: Ctx, policyNo: string): Promise<void> {
  const policy = await requirePolicy(ctx, policyNo)
  const { cancelAcceptedAt, cancelEffectiveDate } = policy
  if (!policy.isPendingCancel || !cancelAcceptedAt || !cancelEffectiveDate) return
  const hasToWait =
    propertyDay(ctx.now, policy) < cancelEffectiveDate ||
    (await isHeldBack(ctx, policy, await readReason(ctx.db, policy.cancelReasonCode ?? '')))
  if (hasToWait) return inTransaction(ctx, (ctx) => scheduleEnd(ctx, policyNo, cancelEffectiveDate))
  await finalizeCancellation(ctx, { policyNo, note: undefined })
}
