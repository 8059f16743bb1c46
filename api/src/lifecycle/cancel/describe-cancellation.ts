import { sql } from 'kysely'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { getReviewJobKey } from '../../cancellation-watch/schedule-review.ts'
import type { Operations } from '../../generated/operations.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { findPostedCancellation } from '../../policy/posted-cancellation.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { calculateRefund } from './calculate-refund.ts'
import {
  type CancellationAmounts,
  planCancellationAmounts,
  readCancellationAmounts,
  toAmountsResponse,
} from './cancellation-amounts.ts'
import { getCancellationRequirements, toMissingDocumentsResponse } from './cancellation-documents.ts'
import {
  type CancellationRequirements,
  type CancellationStep,
  getNextStep,
  shouldAgentUpload,
} from './cancellation-requirements.ts'
import { findHoldReason, getCancellationDate } from './moratorium-hold.ts'
import { type CancelReason, requireCancelReason } from './reasons.ts'
import { isSecondPersonMissing } from './second-person.ts'

type Response = Operations['getCancellation']['response']['payload']

/** A requested or completed cancellation, as every page, email and letter describes it (CAN-21). */
export interface CancellationSummary extends CancellationAmounts {
  state: 'pending' | 'cancelled'
  reason: CancelReason
  /** Effective date, `YYYY-MM-DD`. */
  effectiveDate: string
  requestedAt: Date | null
  /** When the next automatic review runs. */
  reviewAt: Date | null
  holdReason: string | undefined
  requiresSecondPerson: boolean
  requirements: CancellationRequirements
  nextStep: CancellationStep | undefined
}

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
  balanceReduction: null,
  credit: null,
  refundTo: [],
  onHold: [],
  balance: null,
  processingPayments: [],
  nextStep: null,
  emailSentTo: null,
}

async function readCancellationRow({ db }: Pick<Ctx, 'db'>, { policyId, policyNo }: Policy) {
  const { rows } = await sql<{
    effective: string
    requested_at: Date | null
    run_at: Date | null
  }>`
    select coalesce(p.cancel_effective_date, p.expiration_date) as effective,
      coalesce(p.pending_cancel_at, (select max(created_at) from policy_transactions t
        where t.policy_id = p.policy_id and t.transaction_type = 'P' || p.cancel_reason_code)) as requested_at,
      (select j.run_at from graphile_worker.jobs j where j.key = ${getReviewJobKey(policyNo)}) as run_at
    from policies p where p.policy_id = ${policyId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`Policy ${policyNo} is not there any more`)
  return row
}

/** Describes the cancellation of a policy. Returns undefined if no cancellation was requested. */
async function describeCancellation(
  ctx: Pick<Ctx, 'actor' | 'db' | 'now'>,
  policy: Policy,
): Promise<CancellationSummary | undefined> {
  const { isPendingCancel, cancelReasonCode, cancelledAt, policyId } = policy
  if (!cancelReasonCode || !(isPendingCancel || cancelledAt)) return undefined
  const reason = await requireCancelReason(ctx.db, cancelReasonCode)
  const row = await readCancellationRow(ctx, policy)
  const requirements = await getCancellationRequirements(ctx.db, policyId, reason)
  const requestedAt = row.requested_at
  if (!isPendingCancel && cancelledAt) {
    const posted = await findPostedCancellation(ctx.db, policyId, 'cancel')
    return {
      ...(await readCancellationAmounts(ctx.db, policy, {
        cancelledAt,
        returnPremiumCents: 0 - (posted?.totalCents ?? 0),
      })),
      ...{ state: 'cancelled', reason, effectiveDate: row.effective, requestedAt, requirements },
      ...{ reviewAt: null, holdReason: undefined, requiresSecondPerson: false, nextStep: undefined },
    }
  }
  const quote = await calculateRefund(
    ctx.db,
    policy,
    reason,
    policy.cancelEffectiveDate
      ? await getCancellationDate(ctx.db, policy, reason, getPropertyDate(ctx.now, policy))
      : row.effective,
  )
  const holdReason = await findHoldReason(ctx, policy, reason)
  return {
    ...(await planCancellationAmounts(ctx, policy, reason, quote)),
    ...{ state: 'pending', reason, effectiveDate: quote.effectiveDate, requestedAt, requirements },
    reviewAt: row.run_at,
    holdReason,
    requiresSecondPerson: await isSecondPersonMissing(ctx, policy, reason, quote.effectiveDate),
    nextStep: getNextStep({
      isAccepted: policy.cancelAcceptedAt !== null,
      requirements,
      isOnHold: holdReason !== undefined,
      isReviewedAutomatically: reason.automaticReview,
    }),
  }
}

/** Describes the cancellation of a policy that was just requested, accepted or completed. */
export async function requireCancellationSummary(ctx: Ctx, policyNo: string): Promise<CancellationSummary> {
  const summary = await describeCancellation(ctx, await requirePolicy(ctx, policyNo))
  if (!summary) throw new Error(`Policy ${policyNo} has no cancellation.`)
  return summary
}

/** Returns the summary of a cancellation in the format of the contract. Throws 404. */
export async function readCancellation(ctx: Ctx, policyNo: string): Promise<Response> {
  const policy = await requirePolicy(ctx, policyNo)
  const summary = await describeCancellation(ctx, policy)
  if (!summary) return { policyNo, state: 'none', ...nothing }
  const { reason, requirements, balanceReductionCents, creditCents } = summary
  return {
    policyNo,
    state: summary.state,
    reasonCode: reason.reasonCode,
    reasonName: reason.reasonName,
    effectiveDate: summary.effectiveDate,
    requestedAt: summary.requestedAt?.toISOString() ?? null,
    finalizedAt: policy.cancelledAt?.toISOString() ?? null,
    acceptedAt: policy.cancelAcceptedAt?.toISOString() ?? null,
    isReviewedAutomatically: reason.automaticReview,
    reviewAt: summary.reviewAt?.toISOString() ?? null,
    holdReason: summary.holdReason ?? null,
    requiresSecondPerson: summary.requiresSecondPerson,
    insuredMustSign: requirements.insuredMustSign,
    insuredHasSigned: requirements.insuredHasSigned,
    agentMustSign: requirements.agentMustSign,
    agentHasSigned: requirements.agentHasSigned,
    agentMustUpload: shouldAgentUpload(requirements),
    missingDocuments: toMissingDocumentsResponse(requirements.missing),
    ...toAmountsResponse(summary),
    balanceReduction: balanceReductionCents === undefined ? null : toDollars(balanceReductionCents),
    credit: creditCents === undefined ? null : toDollars(creditCents),
    nextStep: summary.nextStep ?? null,
    emailSentTo: requirements.insuredMustSign ? policy.email : null,
  }
}
