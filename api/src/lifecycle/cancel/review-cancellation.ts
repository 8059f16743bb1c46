import type { Ctx } from '../../http/context.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { isComplete, waitingFor } from './cancellation-papers.ts'
import { finalizeCancellation } from './finalize-cancellation.ts'
import { readReason } from './reasons.ts'

/** Finalizes the cancellation once papers and signatures exist; else the next of them brings it here again. */
export async function reviewCancellation(ctx: Ctx, policyNo: string): Promise<void> {
  const policy = await requirePolicy(ctx, policyNo)
  if (!policy.isPendingCancel || !policy.cancelReasonCode || policy.cancelAcceptedAt) return
  const reason = await readReason(ctx.db, policy.cancelReasonCode)
  if (isComplete(await waitingFor(ctx.db, policy.policyId, reason)))
    await finalizeCancellation(ctx, { policyNo, note: undefined })
}
