import { getPropertyDate } from '../../calendar/property-day.ts'
import { conflict } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import type { NoteDraft } from '../../notes/note.ts'
import { writeNote } from '../../notes/write-note.ts'
import { changePolicy, checkPolicyAction } from '../../policy/change-policy.ts'
import { calculateRefund } from './calculate-refund.ts'
import { completeCancellation } from './complete-cancellation.ts'
import { assertNotOnHold, getCancellationDate } from './moratorium-hold.ts'
import { readReason } from './reasons.ts'
import { isFutureEffective, scheduleCancellation } from './schedule-cancellation.ts'
import { isSecondPersonMissing } from './second-person.ts'

/**
 * What is asked before a cancellation is completed, since a refusal by a moratorium is kept. Throws as `finalizeCancellation` does;
 * call it outside the transaction.
 */
export async function requireFinalizable(ctx: Ctx, policyNo: string): Promise<void> {
  const asked = await checkPolicyAction(ctx, policyNo, 'finalizeCancel')
  await assertNotOnHold(ctx, asked, await readReason(ctx.db, asked.cancelReasonCode ?? ''))
}

/**
 * Completes a pending cancellation: the cancel transaction, the return premium in the ledger, what was paid too much on
 * its way back to whoever paid, the mail and the letters. One whose day lies ahead is accepted, and completed on that day
 * (CAN-13). Throws 404, 403, 409 when nothing is pending, when it is accepted already or when somebody else has to finalize it, and 422 while a moratorium that
 * began since the request stops it.
 */
export async function finalizeCancellation(
  ctx: Ctx,
  wish: { policyNo: string; note: Pick<NoteDraft, 'note' | 'isPrivate'> | undefined },
): Promise<void> {
  await requireFinalizable(ctx, wish.policyNo)
  await changePolicy(ctx, wish.policyNo, 'finalizeCancel', async (ctx, policy) => {
    const reason = await readReason(ctx.db, policy.cancelReasonCode ?? '')
    const today = getPropertyDate(ctx.now, policy)
    const refund = await calculateRefund(
      ctx.db,
      policy,
      reason,
      await getCancellationDate(ctx.db, policy, reason, today),
    )
    if (await isSecondPersonMissing(ctx, policy, reason, refund.effectiveDate))
      throw conflict(
        'second_person_needed',
        'This cancellation returns premium for days that have passed. Someone other than the requester must finalize it.',
      )
    if (wish.note) await writeNote(ctx, policy.policyNo, wish.note)
    if (isFutureEffective(policy, refund.effectiveDate, today)) return scheduleCancellation(ctx, policy, reason, refund)
    return completeCancellation(ctx, policy, reason, refund)
  })
}
