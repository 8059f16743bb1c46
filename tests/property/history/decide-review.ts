import { addCost, noCost } from '../cancellation-model.ts'
import { getDue, type ModelPayment, refundInProportion, refundPayment, transferMoney } from '../payer-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { checkEmail, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { withdrawUncoveredOffer } from './offer.ts'
import { charge, type PolicyModel, reduceEarnedPremium } from './policy-model.ts'
import { formatMoney, sum, toCents } from './random.ts'
import { getHeldForCheck, getReviewCredit } from './release-credit.ts'
import { addTransferredPayments } from './transfer-money.ts'

/**
 * Decides on return premium on hold: refunds, retains or transfers it. The decision is made by a person other than the
 * requester.
 */
export async function decideReview(context: HistoryContext, policy: PolicyModel): Promise<void> {
  const { callAs, auditor, colleague, oneOf } = context
  const listed = await callAs(colleague, `GET /api/v1/policies/${policy.policyNo}/reviews`)
  const reviews: { state: string; amount: number; reviewId: string }[] = listed.body.payload
  const open = reviews.filter(({ state }) => state === 'open')
  assertSame(
    open.map(({ amount }) => toCents(amount)).toSorted(),
    policy.reviews.map((review) => review.cents).toSorted(),
    `the open reviews of ${policy.policyNo}`,
  )
  const review = oneOf(policy.reviews)
  const { reviewId } = open.find(({ amount }) => toCents(amount) === review.cents) ?? {}
  const to = oneOf(context.policies.filter((other) => other !== policy))
  const decision = oneOf(
    review.holdReason === 'newPolicy' ? ['transfer', 'refundPayer', 'keepAsCredit'] : ['approve', 'approve', 'decline'],
  )
  context.log(
    `${policy.policyNo}: staff decide on ${formatMoney(review.cents)} held by ${review.holdReason}: ${decision}`,
  )
  // Staff recorded the checks, and the colleague may have finalized the cancellation. Neither can approve the refund.
  const decider = policy.isFinalizedByColleague && review.cause === 'cancellation' ? auditor : colleague
  const response = await callAs(decider, `POST /api/v1/policies/${policy.policyNo}/reviews/${reviewId}`, {
    decision,
    note: 'Checked the amounts.',
    ...(decision === 'transfer' && { toPolicyNo: to.policyNo }),
  })
  if (decision === 'transfer' && getReviewCredit(policy, review) === 0) return assertStatus(response, 409)
  if (review.holdReason === 'reinstatement') return assertStatus(response, 409)
  assertStatus(response, 200)
  let paidCents = 0
  policy.reviews.splice(policy.reviews.indexOf(review), 1)
  if (decision === 'approve' || decision === 'refundPayer') {
    if (review.elapsedPremium) reduceEarnedPremium(policy, review.elapsedPremium)
    if (review.change) {
      charge(policy, review.change)
      policy.writtenPremiumCents += review.change.premium
      // The released return premium belongs to the cancellation, too (CAN-23).
      policy.ended = addCost(policy.ended ?? noCost, review.change)
      await checkPosted(context, policy, `C${review.reason}`, review.change)
    }
    const { payment } = review
    const getLeft = (one: ModelPayment) => Math.max(0, one.leftCents - getHeldForCheck(policy, one))
    const most = sum((payment ? [payment] : policy.payments).map(getLeft))
    paidCents = Math.min(review.cents, getReviewCredit(policy, review), most)
    if (payment) refundPayment(policy, payment, paidCents)
    else refundInProportion(policy, paidCents, { getHeld: (one) => getHeldForCheck(policy, one) })
    policy.approvedCents += paidCents
  } else if (decision === 'decline' && review.holdReason === 'elapsedDays') {
    policy.declinedReviews.push(review)
  } else if (decision === 'transfer') {
    paidCents = Math.min(review.cents, getReviewCredit(policy, review))
    await addTransferredPayments(context, policy, to, transferMoney(policy, paidCents))
  }
  if (paidCents > 0) withdrawUncoveredOffer(context, policy)
  await checkEmail(context, policy, 'refund-decided', {
    heldCents: review.cents,
    movedCents: paidCents,
    dueCents: Math.max(0, getDue(policy)),
  })
}
