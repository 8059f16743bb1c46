import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { readSettings } from '../../settings/settings.ts'
import { isComplete, waitingFor } from './cancellation-papers.ts'
import { finalizeCancellation } from './finalize-cancellation.ts'
import { readReason } from './reasons.ts'

declare module '../../outbox/enqueue.ts' {
  interface Jobs {
    'review-cancellation': { policyNo: string }
  }
}

export const reviewKey = (policyNo: string) => `review-cancellation:${policyNo}`

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
  const { automaticReview } = await readReason(trx, policy.cancelReasonCode)
  if (!automaticReview) return
  const { 'cancellation.reviewDelaySeconds': delay } = await readSettings(trx, ctx.now)
  await enqueue(
    trx,
    'review-cancellation',
    { policyNo: policy.policyNo },
    { key: reviewKey(policy.policyNo), runAt: new Date(ctx.now.getTime() + delay * 1000) },
  )
}

/** Finalizes the cancellation once papers and signatures exist; else the next of them brings it here again. */
export async function reviewCancellation(ctx: Ctx, policyNo: string): Promise<void> {
  const policy = await requirePolicy(ctx, policyNo)
  if (!policy.isPendingCancel || !policy.cancelReasonCode) return
  const reason = await readReason(ctx.db, policy.cancelReasonCode)
  if (isComplete(await waitingFor(ctx.db, policy.policyId, reason)))
    await finalizeCancellation(ctx, { policyNo, note: undefined })
}
