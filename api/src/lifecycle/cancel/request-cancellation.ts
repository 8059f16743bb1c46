import { CancelReasonCode } from '@tideline/sdk/words'
import { requireIdentifiedInsured } from '../../accounts/identification.ts'
import { writeAuditEntry } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { scheduleCancellationReview } from '../../cancellation-watch/schedule-review.ts'
import { createUnprocessableError } from '../../http/api-error.ts'
import { type Ctx, getAccountId, getActorName, isInternal } from '../../http/context.ts'
import { assertNotRestricted } from '../../moratoriums/assert-not-restricted.ts'
import { writeNote } from '../../notes/write-note.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { changePolicy, checkPolicyAction } from '../../policy/change-policy.ts'
import { addTransaction, unchangedTerm } from '../../policy/post-transaction.ts'
import { markPendingCancel } from '../../policy/store.ts'
import { getViewer } from '../../policy/viewer.ts'
import { cancellationRequestedEvent } from '../events.ts'
import { calculateRefund } from './calculate-refund.ts'
import { createCancellationDocuments } from './cancellation-documents.ts'
import { requireCancellationSummary } from './describe-cancellation.ts'
import { getRestrictedCancellationActions } from './moratorium-hold.ts'
import { assertCancelReasonAvailable, getCancellationEffectiveDate, requireCancelReason } from './reasons.ts'

export interface CancellationRequest {
  policyNo: string
  /** Cancel reason code. Defaults to the policy's own reason, otherwise 33 (CAN-17). */
  reasonCode: string | undefined
  note: { note: string; isPrivate: boolean } | undefined
  effectiveDate: string | undefined
  suppressNotification: boolean
}

/** Throws 422 if staff omit the note or a caller other than staff suppresses notifications (CAN-10). */
function assertStaffFields(ctx: Ctx, input: CancellationRequest): void {
  if (isInternal(ctx.actor) && !input.note?.note.trim())
    throw createUnprocessableError(
      'missing_note',
      'NoteInfo: staff must enter a note when they cancel a policy.',
      'NoteInfo',
    )
  if (!isInternal(ctx.actor) && input.suppressNotification)
    throw createUnprocessableError(
      'staff_only',
      'SuppressNotification: only staff can suppress notifications.',
      'SuppressNotification',
    )
}

/**
 * Sets a policy to pending cancel: posts the pending transaction, creates the request to sign, emails the insured and
 * saves the note. The cancellation is completed by `finalizeCancellation` or, for some reasons, by an automatic review
 * (CAN-7).
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not cancel; 409 if it is
 * already pending or cancelled; 422 if the reason, date or note is not allowed, or a moratorium restricts it
 */
export async function requestCancellation(ctx: Ctx, input: CancellationRequest): Promise<void> {
  const unlockedPolicy = await checkPolicyAction(ctx, input.policyNo, 'cancel')
  assertStaffFields(ctx, input)
  await requireIdentifiedInsured(ctx, unlockedPolicy)
  const viewer = getViewer(ctx.actor)
  const reasonCode = input.reasonCode ?? unlockedPolicy.cancelReasonCode ?? CancelReasonCode.insuredRequest
  await assertCancelReasonAvailable(ctx.db, unlockedPolicy, viewer, reasonCode)
  const reason = await requireCancelReason(ctx.db, reasonCode)
  const today = getPropertyDate(ctx.now, unlockedPolicy)
  // A moratorium never restricts the insured's own written request (CAN-16), which requires the insured's signature.
  if (!reason.requiresInsuredSignature)
    await assertNotRestricted(ctx, unlockedPolicy, getRestrictedCancellationActions(reason), today)
  await changePolicy(ctx, input.policyNo, 'cancel', async (ctx, policy) => {
    const requestedDate = await getCancellationEffectiveDate(
      ctx.db,
      { policy, reason, viewer, today },
      input.effectiveDate,
    )
    const { lines, refundCents, effectiveDate } = await calculateRefund(ctx.db, policy, reason, requestedDate)
    const policyTransactionId = await addTransaction(ctx.db, policy.policyId, {
      type: `P${reasonCode}`,
      day: today,
      effective: effectiveDate,
      description: `Pending cancel: ${reason.reasonName}`,
      reason: reasonCode,
      grossCents: 0,
      termChange: unchangedTerm,
      author: { userId: getAccountId(ctx.actor), name: getActorName(ctx.actor) },
    })
    const premium = lines.find(({ kind }) => kind === 'premium')
    await markPendingCancel(ctx, policy.policyId, {
      reasonCode,
      effectiveDate,
      grossCents: policy.grossPremiumCents - (premium?.refundedCents ?? 0),
      totalCents: policy.totalPremiumCents - refundCents,
    })
    await createCancellationDocuments(ctx.db, {
      policy,
      reason,
      policyTransactionId,
      effectiveDate,
      authorName: getActorName(ctx.actor),
      now: ctx.now,
    })
    if (input.note?.note.trim()) await writeNote(ctx, policy.policyNo, input.note)
    await scheduleCancellationReview(ctx, {
      policyNo: policy.policyNo,
      isPendingCancel: true,
      cancelReasonCode: reasonCode,
    })
    const { suppressNotification } = input
    const summary = await requireCancellationSummary(ctx, policy.policyNo)
    await publishEvent(ctx, cancellationRequestedEvent, { policy, summary, suppressNotification })
    await writeAuditEntry(ctx, {
      action: 'policy.requestCancel',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { reasonCode, effectiveDate, suppressNotification },
    })
  })
}
