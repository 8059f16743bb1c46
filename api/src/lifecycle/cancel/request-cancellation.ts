import { asIdentified } from '../../accounts/identification.ts'
import { writeAudit } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-day.ts'
import { scheduleReview } from '../../cancellation-watch/schedule-review.ts'
import { rejected } from '../../http/api-error.ts'
import { type Ctx, getAccountId, getName, isInternal } from '../../http/context.ts'
import { assertNotRestricted } from '../../moratoriums/assert-not-restricted.ts'
import { writeNote } from '../../notes/write-note.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { changePolicy, checkPolicyAction } from '../../policy/change-policy.ts'
import { addTransaction } from '../../policy/post-transaction.ts'
import { markPendingCancel } from '../../policy/store.ts'
import { getViewer } from '../../policy/viewer.ts'
import { cancellationRequested } from '../events.ts'
import { calculateRefund } from './calculate-refund.ts'
import { createCancellationDocuments } from './cancellation-documents.ts'
import { findCancellationRestriction } from './moratorium-hold.ts'
import { assertReasonAvailable, getEffectiveDate, readReason } from './reasons.ts'

export interface CancellationRequest {
  policyNo: string
  /** The policy's own reason, else 33, when none is given (CAN-17). */
  reasonCode: string | undefined
  note: { note: string; isPrivate: boolean } | undefined
  effectiveDate: string | undefined
  suppressNotification: boolean
}

/** What only staff may, and must, give with a cancellation (CAN-10). Throws 422. */
function requireStaffParts(ctx: Ctx, wish: CancellationRequest): void {
  if (isInternal(ctx.actor) && !wish.note?.note.trim())
    throw rejected('missing_note', 'NoteInfo: staff must enter a note when they cancel a policy.', 'NoteInfo')
  if (!isInternal(ctx.actor) && wish.suppressNotification)
    throw rejected('staff_only', 'SuppressNotification: only staff can suppress notifications.', 'SuppressNotification')
}

/**
 * Puts the policy in pending cancel: the pending transaction, what the term would cost, the request to sign, the mail to
 * the insured, the note. Completed by `finalizeCancellation`, or by itself for the reasons that are reviewed
 * automatically (CAN-7). Throws 404, 403, 409 when it is pending or cancelled already, 422 for a reason, date or
 * note that is not allowed, and 422 while a moratorium stops it.
 */
export async function requestCancellation(ctx: Ctx, wish: CancellationRequest): Promise<void> {
  const asked = await checkPolicyAction(ctx, wish.policyNo, 'cancel')
  requireStaffParts(ctx, wish)
  await asIdentified(ctx, asked)
  const viewer = getViewer(ctx.actor)
  const reasonCode = wish.reasonCode ?? asked.cancelReasonCode ?? '33'
  await assertReasonAvailable(ctx.db, asked, viewer, reasonCode)
  const reason = await readReason(ctx.db, reasonCode)
  const today = getPropertyDate(ctx.now, asked)
  // The insured's own written request is never stopped (CAN-16); such a request is what the insured signs.
  if (!reason.requiresInsuredSignature)
    await assertNotRestricted(ctx, asked, findCancellationRestriction(reason), today)
  await changePolicy(ctx, wish.policyNo, 'cancel', async (ctx, policy) => {
    const asked = await getEffectiveDate(ctx.db, { policy, reason, viewer, today }, wish.effectiveDate)
    const { lines, refundCents, effectiveDate } = await calculateRefund(ctx.db, policy, reason, asked)
    const policyTransactionId = await addTransaction(ctx.db, policy.policyId, {
      type: `P${reasonCode}`,
      day: today,
      effective: effectiveDate,
      description: `Pending cancel: ${reason.reasonName}`,
      reason: reasonCode,
      grossCents: 0,
      keepsTerm: true,
      author: { userId: getAccountId(ctx.actor), name: getName(ctx.actor) },
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
      authorName: getName(ctx.actor),
      now: ctx.now,
    })
    if (wish.note?.note.trim()) await writeNote(ctx, policy.policyNo, wish.note)
    await scheduleReview(ctx, {
      policyNo: policy.policyNo,
      isPendingCancel: true,
      cancelReasonCode: reasonCode,
    })
    const { suppressNotification } = wish
    await publishEvent(ctx, cancellationRequested, { policy, reason, effectiveDate, suppressNotification })
    await writeAudit(ctx, {
      action: 'policy.requestCancel',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { reasonCode, effectiveDate, suppressNotification },
    })
  })
}
