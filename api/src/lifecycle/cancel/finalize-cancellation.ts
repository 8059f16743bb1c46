import { writeAudit } from '../../audit/audit.ts'
import { propertyDay } from '../../calendar/property-day.ts'
import type { Ctx, TrxCtx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { lockBalance, paidOf } from '../../ledger/store.ts'
import type { NoteDraft } from '../../notes/note.ts'
import { writeNote } from '../../notes/write-note.ts'
import { announce } from '../../outbox/announce.ts'
import { authorOf } from '../../payments/author.ts'
import { type Leaving, payeesOf, payOut, payOutOverpayments } from '../../payments/refunds/pay-out.ts'
import { changePolicy } from '../../policy/change-policy.ts'
import { markCancelled } from '../../policy/store.ts'
import type { Policy } from '../../policy/visibility.ts'
import { readSettings } from '../../settings/settings.ts'
import { type HeldBy, openReview } from '../reviews/store.ts'
import { acceptEnd, forgetEnd, liesAhead } from './accept-end.ts'
import { postReturnPremium } from './post-return.ts'
import { type Reason, readReason } from './reasons.ts'
import type { RefundLine } from './refund-rules.ts'
import { tellCancelled } from './tell-cancelled.ts'
import { workOutRefund } from './work-out-refund.ts'

interface Ended {
  policy: Policy
  reason: Reason
  effectiveDate: string
  /** What goes back once staff let it, where a paid claim holds it back. */
  held: { lines: readonly RefundLine[]; refundCents: number } | undefined
}

/** Money that stays until staff decide, and why. */
export interface Held {
  by: HeldBy
  cents: number
}

/**
 * Sends what the policy holds beyond what it costs now, or opens a review where staff decide first (decision 101): a
 * claim was paid, the amount is large, or it goes first to a policy that is not there yet.
 */
async function payOrHold(
  ctx: TrxCtx,
  { policy, reason, effectiveDate, held: unposted }: Ended,
): Promise<Leaving & { held: Held[] }> {
  const { policyId } = policy
  const held: Held[] = []
  const hold = async (by: HeldBy, cents: number, lines?: readonly RefundLine[]) => {
    const about = { policyId, reasonCode: reason.reasonCode, effectiveDate }
    await openReview(ctx, { ...about, heldBy: by, amountCents: cents, ...(lines && { lines }) })
    held.push({ by, cents })
  }
  if (unposted && unposted.refundCents > 0) await hold('claim', unposted.refundCents, unposted.lines)
  const credit = Math.max(0, -(await lockBalance(ctx.db, policyId)).dueCents)
  const isLarge = toDollars(credit) > (await readSettings(ctx.db, ctx.now))['refunds.reviewAbove']
  if (credit > 0 && (reason.refund.goesFirstToNewPolicy || isLarge))
    await hold(reason.refund.goesFirstToNewPolicy ? 'newPolicy' : 'amount', credit)
  else if (credit > 0) {
    const description = `Refund of the cancellation: ${reason.reasonName}`
    return { ...(await payOut(ctx, { policyId, cents: credit, author: authorOf(ctx), description })), held }
  }
  return { cents: 0, refundIds: [], held }
}

/**
 * Completes a pending cancellation: the cancel transaction, the return premium in the ledger, what was paid too much on
 * its way back to whoever paid, the mail and the letters. One whose day lies ahead is accepted, and completed on that day
 * (decision 102). Throws 404, 403, and 409 when nothing is pending or it is accepted already.
 */
export const finalizeCancellation = (
  ctx: Ctx,
  wish: { policyNo: string; note: Pick<NoteDraft, 'note' | 'isPrivate'> | undefined },
): Promise<void> =>
  changePolicy(ctx, wish.policyNo, 'finalizeCancel', async (ctx, policy) => {
    const reason = await readReason(ctx.db, policy.cancelReasonCode ?? '')
    const today = propertyDay(ctx.now, policy)
    const refund = await workOutRefund(ctx.db, policy, reason, policy.cancelEffectiveDate ?? today)
    const { lines, refundCents, effectiveDate, held } = refund
    const paidCents = paidOf(await lockBalance(ctx.db, policy.policyId))
    if (wish.note) await writeNote(ctx, policy.policyNo, wish.note)
    if (liesAhead(policy, effectiveDate, today)) return acceptEnd(ctx, policy, reason, refund)
    if (policy.cancelAcceptedAt && ctx.actor.kind !== 'job') await forgetEnd(ctx, policy.policyNo)
    const author = authorOf(ctx)
    const overpaid = await payOutOverpayments(ctx, policy.policyId, author)
    await postReturnPremium(ctx, policy, {
      type: `C${reason.reasonCode}`,
      reasonCode: reason.reasonCode,
      description: `Cancelled: ${reason.reasonName}`,
      today,
      effectiveDate,
      lines,
    })
    await markCancelled(ctx, policy.policyId, effectiveDate)
    const returned = await payOrHold(ctx, { policy, reason, effectiveDate, held })
    await tellCancelled(ctx, {
      policy,
      effectiveDate,
      reason: reason.reasonName,
      isAhead: false,
      ...{ lines, paidCents, minimumCents: refund.minimumCents },
      refundCents: overpaid.cents + returned.cents,
      payees: await payeesOf(ctx.db, [...overpaid.refundIds, ...returned.refundIds]),
      held: returned.held,
      dueCents: Math.max(0, (await lockBalance(ctx.db, policy.policyId)).dueCents),
    })
    await announce(
      ctx.db,
      'policy.cancelled',
      { policyId: policy.policyId },
      { reasonCode: reason.reasonCode, effectiveDate },
      ctx.now,
    )
    await writeAudit(ctx, {
      action: 'policy.cancel',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { reasonCode: reason.reasonCode, effectiveDate, refundCents, isBlockedByClaim: refund.isBlockedByClaim },
    })
  })
