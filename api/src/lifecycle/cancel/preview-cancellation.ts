import { countDaysBetween } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { toPricePeriodResponse } from '../../policy/price-period-response.ts'
import { getViewer } from '../../policy/viewer.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { calculateRefund } from './calculate-refund.ts'
import { planCancellationAmounts, toAmountsResponse } from './cancellation-amounts.ts'
import { listMissingDocuments, toMissingDocumentsResponse } from './cancellation-documents.ts'
import { assertCancelReasonAvailable, getCancellationEffectiveDate, requireCancelReason } from './reasons.ts'
import { getRefundBasis } from './refund-rules.ts'

/**
 * Calculates the refund of a cancellation and what it requires, without changing anything (UI-14).
 * @throws {ApiError} 404 if the policy is not visible to the caller; 422 if the reason or date is not allowed
 */
export async function previewCancellation(
  ctx: Ctx,
  input: { policyNo: string; reasonCode: string; effectiveDate: string | undefined },
) {
  const policy = await requirePolicy(ctx, input.policyNo)
  const viewer = getViewer(ctx.actor)
  await assertCancelReasonAvailable(ctx.db, policy, viewer, input.reasonCode)
  const reason = await requireCancelReason(ctx.db, input.reasonCode)
  const today = getPropertyDate(ctx.now, policy)
  // Without a requested date, uses today if the reason requires a date. Otherwise, uses the date that the reason
  // defines.
  const given = input.effectiveDate ?? (reason.effectiveDateRequired ? today : undefined)
  const requestedDate = await getCancellationEffectiveDate(ctx.db, { policy, reason, viewer, today }, given)
  const refund = await calculateRefund(ctx.db, policy, reason, requestedDate)
  const amounts = await planCancellationAmounts(ctx, policy, reason, refund)
  const isRequestSigned = reason.documents.some(({ purpose }) => purpose === 'sign')
  return {
    reasonCode: reason.reasonCode,
    effectiveDate: refund.effectiveDate,
    basis: getRefundBasis(reason.refund, refund),
    daysInTerm: countDaysBetween(policy.inceptionDate, policy.expirationDate),
    daysRemaining: Math.max(0, countDaysBetween(refund.effectiveDate, policy.expirationDate)),
    lines: refund.lines.map(({ kind, description, chargedCents, keptCents, refundedCents }) => ({
      kind,
      description,
      charged: toDollars(chargedCents),
      kept: toDollars(keptCents),
      refunded: toDollars(refundedCents),
    })),
    periods: refund.periods.map(toPricePeriodResponse),
    minimumEarned: toDollars(refund.minimumCents),
    ...toAmountsResponse(amounts),
    balanceReduction: toDollars(amounts.balanceReductionCents ?? 0),
    credit: toDollars(amounts.creditCents ?? 0),
    isBlockedByClaim: refund.isBlockedByClaim,
    // A signed request is always signed by both parties.
    insuredMustSign: isRequestSigned,
    agentMustSign: isRequestSigned,
    missingDocuments: toMissingDocumentsResponse(await listMissingDocuments(ctx.db, policy.policyId, reason)),
    isReviewedAutomatically: reason.automaticReview,
  }
}
