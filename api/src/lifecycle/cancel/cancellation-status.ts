import { sql } from 'kysely'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { getReviewJobKey } from '../../cancellation-watch/schedule-review.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { getPayeesRefundedSince, previewRefund } from '../../payments/refunds/pay-refund.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { calculateRefund } from './calculate-refund.ts'
import { getCancellationRequirements } from './cancellation-documents.ts'
import { shouldAgentUpload } from './cancellation-requirements.ts'
import { findHoldReason, getCancellationDate } from './moratorium-hold.ts'
import { requireCancelReason } from './reasons.ts'
import { isSecondPersonMissing } from './second-person.ts'

const nothing = {
  reasonCode: null,
  reasonName: null,
  effectiveDate: null,
  requestedAt: null,
  finalizedAt: null,
  acceptedAt: null,
  isReviewedAutomatically: false,
  reviewAt: null,
  holdReason: null,
  requiresSecondPerson: false,
  insuredMustSign: false,
  insuredHasSigned: false,
  agentMustSign: false,
  agentHasSigned: false,
  agentMustUpload: false,
  missingDocuments: [],
  refundAmount: null,
  refundTo: [],
  emailSentTo: null,
}

/** Returns the status of a cancellation and its missing items. Throws 404. */
export async function readCancellation(ctx: Ctx, policyNo: string) {
  const policy = await requirePolicy(ctx, policyNo)
  const state = policy.isPendingCancel
    ? ('pending' as const)
    : policy.isCancelled
      ? ('cancelled' as const)
      : ('none' as const)
  if (state === 'none' || !policy.cancelReasonCode) return { policyNo, state: 'none' as const, ...nothing }
  const reason = await requireCancelReason(ctx.db, policy.cancelReasonCode)
  const { rows } = await sql<{
    effective: string
    requested_at: Date | null
    cancelled_gross: number | null
    run_at: Date | null
  }>`
    select coalesce(p.cancel_effective_date, p.expiration_date) as effective,
      coalesce(p.pending_cancel_at, (select max(created_at) from policy_transactions t
        where t.policy_id = p.policy_id and t.transaction_type = 'P' || p.cancel_reason_code)) as requested_at,
      (select t.tnx_total_premium_cents from policy_transactions t where t.policy_id = p.policy_id
        and t.transaction_type in ('CN', 'C' || p.cancel_reason_code) order by t.sequence desc limit 1) as cancelled_gross,
      (select j.run_at from graphile_worker.jobs j where j.key = ${getReviewJobKey(policyNo)}) as run_at
    from policies p where p.policy_id = ${policy.policyId}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error(`Policy ${policyNo} is not there any more`)
  const effectiveDate =
    state === 'pending' && policy.cancelEffectiveDate
      ? await getCancellationDate(ctx.db, policy, reason, getPropertyDate(ctx.now, policy))
      : row.effective
  const waiting = await getCancellationRequirements(ctx.db, policy.policyId, reason)
  const quote = state === 'pending' ? await calculateRefund(ctx.db, policy, reason, effectiveDate) : undefined
  const refundCents = quote ? quote.refundCents : -(row.cancelled_gross ?? 0)
  const payees =
    state === 'pending'
      ? await previewRefund(ctx.db, policy.policyId, refundCents)
      : await getPayeesRefundedSince(ctx.db, policy.policyId, policy.cancelledAt ?? ctx.now)
  return {
    policyNo,
    state,
    reasonCode: reason.reasonCode,
    reasonName: reason.reasonName,
    effectiveDate,
    requestedAt: row.requested_at?.toISOString() ?? null,
    finalizedAt: policy.cancelledAt?.toISOString() ?? null,
    acceptedAt: policy.cancelAcceptedAt?.toISOString() ?? null,
    isReviewedAutomatically: reason.automaticReview,
    reviewAt: state === 'pending' ? (row.run_at?.toISOString() ?? null) : null,
    holdReason: state === 'pending' ? ((await findHoldReason(ctx, policy, reason)) ?? null) : null,
    requiresSecondPerson: quote ? await isSecondPersonMissing(ctx, policy, reason, quote.effectiveDate) : false,
    insuredMustSign: waiting.insuredMustSign,
    insuredHasSigned: waiting.insuredHasSigned,
    agentMustSign: waiting.agentMustSign,
    agentHasSigned: waiting.agentHasSigned,
    agentMustUpload: shouldAgentUpload(waiting),
    missingDocuments: waiting.missing.map(({ docTypeId, name }) => ({
      docTypeId: docTypeId as 1,
      docType: { type: name },
      isRequired: true,
      isUploaded: false,
    })),
    refundAmount: toDollars(refundCents),
    refundTo: payees.map(({ name, cents }) => ({ name, amount: toDollars(cents) })),
    emailSentTo: waiting.insuredMustSign ? policy.email : null,
  }
}
