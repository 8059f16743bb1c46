import { CancelReasonCode } from '@tideline/sdk/words'
import { writeAuditEntry } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getPaidCents, lockBalance } from '../../ledger/store.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { endAutoPay } from '../../payments/auto-pay/consent.ts'
import { refundOverpayments, releaseReturnPremium } from '../../payments/refunds/release-return-premium.ts'
import { openReview } from '../../payments/refunds/reviews.ts'
import { changePolicyAsSystem } from '../../policy/change-policy.ts'
import { markCancelled, markPendingCancel, unlinkRenewal } from '../../policy/store.ts'
import type { Policy } from '../../policy/visibility.ts'
import { policyCancelledEvent } from '../events.ts'
import { calculateRefund, type RefundQuote } from './calculate-refund.ts'
import { requireCancellationSummary } from './describe-cancellation.ts'
import { postReturnPremium } from './post-return-premium.ts'
import { type CancelReason, requireCancelReason } from './reasons.ts'
import type { RefundLine } from './refund-rules.ts'
import { unscheduleCancellation } from './schedule-cancellation.ts'

interface CompletedCancellation {
  policy: Policy
  reason: CancelReason
  effectiveDate: string
  /** Return premium that is on hold because of a claim. Staff decide on it. */
  held: { lines: readonly RefundLine[]; refundCents: number } | undefined
  /** Id of the account that requested the refund, if known. */
  requestedBy: string | null
}

/** Returns the values that the refund reviews of a cancellation have in common. */
const getReviewAbout = ({ policy, reason, effectiveDate, requestedBy }: Omit<CompletedCancellation, 'held'>) => ({
  policyId: policy.policyId,
  cause: 'cancellation' as const,
  reasonCode: reason.reasonCode,
  effectiveDate,
  requestedBy,
})

/**
 * Refunds the credit that remains after the cancellation. Return premium on hold for a claim is not posted yet, so a
 * refund review stores its lines.
 */
async function releaseRefund(
  ctx: TransactionContext,
  { policy, reason, effectiveDate, held, requestedBy }: CompletedCancellation,
): Promise<void> {
  const about = getReviewAbout({ policy, reason, effectiveDate, requestedBy })
  if (held && held.refundCents > 0)
    await openReview(ctx, { ...about, holdReason: 'claim', amountCents: held.refundCents, lines: held.lines })
  await releaseReturnPremium(ctx, {
    ...about,
    description: `Refund of the cancellation: ${reason.reasonName}`,
    isForNewPolicy: reason.refund.goesFirstToNewPolicy,
  })
}

/** Returns the bound renewal of a policy unless the renewal is cancelled. */
async function findActiveRenewal(ctx: TransactionContext, policyId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('policies as p')
    .innerJoin('policies as n', 'n.policy_id', 'p.next_policy_id')
    .select('n.policy_no')
    .where('p.policy_id', '=', policyId)
    .where('n.original_trans_type', '=', 'RN')
    .where('n.cancelled_at', 'is', null)
    .executeTakeFirst()
  return row?.policy_no
}

/**
 * Cancels the renewal of a term that ended early, with a full refund. Removes the link between the terms so that the
 * earlier term can be renewed again if it is reinstated.
 */
async function endRenewal(ctx: TransactionContext, earlier: Policy, requestedBy: string | null): Promise<void> {
  const renewalNo = await findActiveRenewal(ctx, earlier.policyId)
  if (!renewalNo) return
  await changePolicyAsSystem(ctx, renewalNo, async (ctx, renewal) => {
    const reason = await requireCancelReason(ctx.db, CancelReasonCode.beforeInception)
    const refund = await calculateRefund(ctx.db, renewal, reason, renewal.inceptionDate)
    await markPendingCancel(ctx, renewal.policyId, {
      ...{
        reasonCode: CancelReasonCode.beforeInception,
        effectiveDate: renewal.inceptionDate,
        grossCents: 0,
        totalCents: 0,
      },
    })
    const cancelled = { ...renewal, cancelReasonCode: CancelReasonCode.beforeInception }
    await completeCancellation(ctx, cancelled, reason, refund, requestedBy)
  })
  await unlinkRenewal(ctx, earlier.policyId)
}

/**
 * Cancels a locked policy and its bound renewal. Posts the cancellation and the return premium, refunds overpaid
 * amounts, and sends the email and letters. `requestedBy` is the id of the account that cannot approve the refund alone.
 */
export async function completeCancellation(
  ctx: TransactionContext,
  policy: Policy,
  reason: CancelReason,
  refund: RefundQuote,
  requestedBy: string | null,
): Promise<void> {
  const { lines, refundCents, effectiveDate, held } = refund
  const paidCents = getPaidCents(await lockBalance(ctx.db, policy.policyId))
  if (policy.cancelAcceptedAt && ctx.actor.kind !== 'job') await unscheduleCancellation(ctx, policy.policyNo)
  await refundOverpayments(ctx, getReviewAbout({ policy, reason, effectiveDate, requestedBy }))
  await postReturnPremium(ctx, policy, {
    type: `C${reason.reasonCode}`,
    reasonCode: reason.reasonCode,
    description: `Cancelled: ${reason.reasonName}`,
    today: getPropertyDate(ctx.now, policy),
    effectiveDate,
    lines,
  })
  await markCancelled(ctx, policy.policyId, effectiveDate)
  await endAutoPay(ctx, policy.policyId, 'cancelled')
  await releaseRefund(ctx, { policy, reason, effectiveDate, held, requestedBy })
  await publishEvent(ctx, policyCancelledEvent, {
    policy,
    summary: await requireCancellationSummary(ctx, policy.policyNo),
    ...{ lines, paidCents, minimumCents: refund.minimumCents },
  })
  await writeAuditEntry(ctx, {
    action: 'policy.cancel',
    entity: 'policy',
    entityId: policy.policyNo,
    policyId: policy.policyId,
    details: { reasonCode: reason.reasonCode, effectiveDate, refundCents, isBlockedByClaim: refund.isBlockedByClaim },
  })
  await endRenewal(ctx, policy, requestedBy)
}
