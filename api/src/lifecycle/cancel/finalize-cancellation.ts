import { getPropertyDate } from '../../calendar/property-date.ts'
import { createConflictError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import type { NoteDraft } from '../../notes/note.ts'
import { writeNote } from '../../notes/write-note.ts'
import { changePolicy, checkPolicyAction } from '../../policy/change-policy.ts'
import { calculateRefund } from './calculate-refund.ts'
import { isFutureEffective } from './cancellation-dates.ts'
import { completeCancellation } from './complete-cancellation.ts'
import { assertCancellationNotOnHold, getCancellationDate } from './moratorium-hold.ts'
import { requireCancelReason } from './reasons.ts'
import { scheduleCancellation } from './schedule-cancellation.ts'
import { getResponsibleAccountId, isSecondPersonMissing } from './second-person.ts'

/**
 * Checks that a cancellation can be finalized. Throws the errors of `finalizeCancellation`. Call it outside the
 * transaction so that a rejection by a moratorium is recorded.
 */
export async function assertCanFinalize(ctx: Ctx, policyNo: string): Promise<void> {
  const unlockedPolicy = await checkPolicyAction(ctx, policyNo, 'finalizeCancel')
  await assertCancellationNotOnHold(
    ctx,
    unlockedPolicy,
    await requireCancelReason(ctx.db, unlockedPolicy.cancelReasonCode ?? ''),
  )
}

/**
 * Finalizes a pending cancellation: posts it with its return premium, refunds overpaid amounts, and sends the email and
 * letters. A cancellation with a future effective date is accepted now and completed on that date (CAN-13).
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not finalize; 409 if nothing
 * is pending, it is already accepted or a second person must finalize it; 422 if a moratorium that began after the
 * request restricts it
 */
export async function finalizeCancellation(
  ctx: Ctx,
  input: { policyNo: string; note: Pick<NoteDraft, 'note' | 'isPrivate'> | undefined },
): Promise<void> {
  await assertCanFinalize(ctx, input.policyNo)
  await changePolicy(ctx, input.policyNo, 'finalizeCancel', async (ctx, policy) => {
    const reason = await requireCancelReason(ctx.db, policy.cancelReasonCode ?? '')
    const today = getPropertyDate(ctx.now, policy)
    const refund = await calculateRefund(
      ctx.db,
      policy,
      reason,
      await getCancellationDate(ctx.db, policy, reason, today),
    )
    if (await isSecondPersonMissing(ctx, policy, reason, refund.effectiveDate))
      throw createConflictError(
        'requires_second_person',
        'This cancellation returns premium for days that have passed. Someone who is independent of the requester must finalize it.',
      )
    if (input.note) await writeNote(ctx, policy.policyNo, input.note)
    if (isFutureEffective(policy, refund.effectiveDate, today)) return scheduleCancellation(ctx, policy, reason, refund)
    return completeCancellation(ctx, policy, reason, refund, await getResponsibleAccountId(ctx, policy.policyId))
  })
}
