import { writeAudit } from '../../audit/audit.ts'
import { propertyDay } from '../../calendar/property-day.ts'
import type { Ctx } from '../../http/context.ts'
import { lockBalance } from '../../ledger/store.ts'
import type { NoteDraft } from '../../notes/note.ts'
import { writeNote } from '../../notes/write-note.ts'
import { authorOf } from '../../payments/author.ts'
import { payOut } from '../../payments/refunds/pay-out.ts'
import { changePolicy } from '../../policy/change-policy.ts'
import { markCancelled } from '../../policy/store.ts'
import { postReturnPremium } from './post-return.ts'
import { readReason } from './reasons.ts'
import { tellCancelled } from './tell-cancelled.ts'
import { workOutRefund } from './work-out-refund.ts'

/**
 * Completes a pending cancellation: the cancel transaction, the return premium in the ledger, what was paid too much on
 * its way back to whoever paid, the mail and the letters. Throws 404, 403, and 409 when nothing is pending.
 */
export const finalizeCancellation = (
  ctx: Ctx,
  wish: { policyNo: string; note: Pick<NoteDraft, 'note' | 'isPrivate'> | undefined },
): Promise<void> =>
  changePolicy(ctx, wish.policyNo, 'finalizeCancel', async (ctx, policy) => {
    const reason = await readReason(ctx.db, policy.cancelReasonCode ?? '')
    const { cancel_effective_date } = await ctx.db
      .selectFrom('policies')
      .select('cancel_effective_date')
      .where('policy_id', '=', policy.policyId)
      .executeTakeFirstOrThrow()
    const today = propertyDay(ctx.now, policy.state)
    const effectiveDate = cancel_effective_date ?? today
    const { lines, refundCents, facts } = await workOutRefund(ctx.db, policy, reason, effectiveDate)
    const author = authorOf(ctx)
    await postReturnPremium(ctx, policy, {
      type: `C${reason.reasonCode}`,
      reasonCode: reason.reasonCode,
      description: `Cancelled: ${reason.reasonName}`,
      today,
      effectiveDate,
      lines,
    })
    await markCancelled(ctx, policy.policyId, effectiveDate)
    const { dueCents } = await lockBalance(ctx.db, policy.policyId)
    const overpaid = Math.max(0, -dueCents)
    // A rewritten policy is paid first (reason 22): the credit stays until it is moved there.
    if (overpaid > 0 && !reason.refund.goesFirstToNewPolicy)
      await payOut(ctx, {
        policyId: policy.policyId,
        cents: overpaid,
        author,
        description: `Refund of the cancellation: ${reason.reasonName}`,
      })
    if (wish.note) await writeNote(ctx, policy.policyNo, wish.note)
    await tellCancelled(ctx, {
      policy,
      effectiveDate,
      reason: reason.reasonName,
      refundCents: Math.min(refundCents, overpaid),
    })
    await writeAudit(ctx, {
      action: 'policy.cancel',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { reasonCode: reason.reasonCode, effectiveDate, refundCents, isBlockedByClaim: facts.isBlockedByClaim },
    })
  })
