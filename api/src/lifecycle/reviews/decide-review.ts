import { isIndependentApprover } from '../../approvals/independent-approver.ts'
import { writeAuditEntry } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { hasOpenClaim } from '../../claims/return-premium-hold.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../../http/api-error.ts'
import { type Ctx, getAccountId, getActorName, type TransactionContext } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { lockPolicies } from '../../ledger/lock-policies.ts'
import { lockBalance } from '../../ledger/store.ts'
import { writeNote } from '../../notes/write-note.ts'
import { getPaymentAuthor } from '../../payments/author.ts'
import { approveRefund } from '../../payments/refunds/approve-refund.ts'
import { getWithheldElapsedCents, takesEarnedPremium } from '../../payments/refunds/earned-premium.ts'
import { type ApprovedRefunds, getPayees, payRefund } from '../../payments/refunds/pay-refund.ts'
import { exceedsReviewLimit } from '../../payments/refunds/release-return-premium.ts'
import {
  closeReview,
  getReviews,
  lockReview,
  postponeReview,
  type RefundHoldReason,
  type ReviewRow,
} from '../../payments/refunds/reviews.ts'
import { getUnconfirmedChecks } from '../../payments/refunds/unconfirmed-checks.ts'
import { createOfferOpenError, withdrawUncoveredOffer } from '../../payments/reinstatement-offers/close-offer.ts'
import { transferPayments } from '../../payments/transfers/transfer-payments.ts'
import { changePolicy } from '../../policy/change-policy.ts'
import { getViewer } from '../../policy/viewer.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { postReturnPremium } from '../cancel/post-return-premium.ts'
import { requireCancelReason } from '../cancel/reasons.ts'
import type { RefundLine } from '../cancel/refund-rules.ts'
import { notifyReviewDecided } from './notify-decided.ts'
import { getAvailableDecisions, type Review, type ReviewDecisionType, toReviewResponse } from './review-response.ts'

interface Decision {
  decision: ReviewDecisionType
  note: string
  toPolicyNo?: string | undefined
}

/** Hold reasons for which the requester can never release the refund (REF-2, REF-5, REF-9). */
const needSecondPerson: ReadonlySet<RefundHoldReason> = new Set(['amount', 'payment', 'elapsedDays', 'transferred'])

/**
 * Throws 409 if the refund would pay a check that the caller, or somebody who is not independent of the caller, recorded
 * by hand (REF-13). The bank has not confirmed such a check.
 */
async function assertIndependentOfRecorders(ctx: TransactionContext, review: ReviewRow): Promise<void> {
  const { policy_id: policyId, policy_payment_id: onlyPaymentId } = review
  const checks = (await getUnconfirmedChecks(ctx.db, policyId)).filter(
    ({ policyPaymentId }) => !onlyPaymentId || policyPaymentId === onlyPaymentId,
  )
  for (const recordedBy of new Set(checks.map((check) => check.recordedBy))) {
    const people = { requesterId: recordedBy, approverId: getAccountId(ctx.actor), role: 'internal' }
    if (!(await isIndependentApprover(ctx, people)))
      throw createConflictError(
        'requires_second_person',
        'This refund would pay a check that you, or someone who is not independent of you, recorded. Someone else must approve it.',
      )
  }
}

/**
 * Throws 409 if the caller is not independent of the requester and the refund requires a second person: because of the
 * reason for the hold, because the policy's refunds exceed the review limit (REF-11), or because it takes earned premium.
 */
async function assertSecondPerson(ctx: TransactionContext, review: ReviewRow): Promise<void> {
  const { policy_id: policyId, amount_cents: cents } = review
  const people = { requesterId: review.requested_by, approverId: getAccountId(ctx.actor), role: 'internal' }
  if (await isIndependentApprover(ctx, people)) return
  if (
    needSecondPerson.has(review.hold_reason) ||
    (await exceedsReviewLimit(ctx, policyId, { cents, counted: 'all' })) ||
    (await takesEarnedPremium(ctx, policyId, cents))
  )
    throw createConflictError(
      'requires_second_person',
      'This refund must be approved by a second person who is independent of the requester.',
    )
}

/**
 * Returns the credit that a review may pay, in cents. Return premium for past days requires a second person's approval,
 * so it is included only if the review is about it.
 */
async function getCredit(ctx: TransactionContext, policy: Policy, review: ReviewRow): Promise<number> {
  const { dueCents } = await lockBalance(ctx.db, policy.policyId)
  const ownCents = review.hold_reason === 'elapsedDays' ? review.amount_cents : 0
  return Math.max(0, -dueCents - (await getWithheldElapsedCents(ctx.db, policy.policyId)) + ownCents)
}

/** Pays a refund that staff requested for a payment. Throws 409 if the money is no longer available. */
async function payRequestedRefund(ctx: TransactionContext, review: ReviewRow): Promise<ApprovedRefunds> {
  const {
    review_id: reviewId,
    policy_payment_id: policyPaymentId,
    amount_cents: amountCents,
    request_reason: reason,
  } = review
  if (!policyPaymentId) throw new Error(`The review ${reviewId} names neither a reason nor a payment.`)
  const description = reason ?? 'Refund'
  const author = getPaymentAuthor(ctx)
  const decided = await approveRefund(ctx, { policyPaymentId, amountCents, author, description, reviewId })
  if ('problem' in decided)
    throw createConflictError(
      'already_moved',
      'decision: the money has already been refunded or transferred.',
      'decision',
    )
  return { cents: amountCents, refundIds: [decided.refundId] }
}

const refundDescriptions: Record<Exclude<ReviewRow['cause'], 'payment' | 'cancellation'>, string> = {
  endorsement: 'Return premium of an endorsement',
  reversal: 'Return premium of a reversed endorsement',
  rewrite: 'Refund of credit not needed by the rewritten policy',
  renewal: 'Return premium of a changed renewal',
  latePayment: 'Refund of a payment received after cancellation',
}

/** Posts the return premium that a claim put on hold, if any. Returns the description of the refund. */
async function postHeldPremium(ctx: TransactionContext, policy: Policy, review: ReviewRow): Promise<string> {
  const { cause, reason_code, effective_date } = review
  if (cause !== 'payment' && cause !== 'cancellation') return refundDescriptions[cause]
  const reason = await requireCancelReason(ctx.db, reason_code ?? '')
  if (review.lines && effective_date)
    await postReturnPremium(ctx, policy, {
      type: `C${reason.reasonCode}`,
      reasonCode: reason.reasonCode,
      description: `Return premium released: ${reason.reasonName}`,
      today: getPropertyDate(ctx.now, policy),
      effectiveDate: effective_date,
      lines: review.lines as unknown as RefundLine[],
    })
  return `Refund of the cancellation: ${reason.reasonName}`
}

/** Refunds the money that exceeds the policy's balance, up to the amount of the review. */
async function pay(ctx: TransactionContext, policy: Policy, review: ReviewRow): Promise<ApprovedRefunds> {
  if (review.cause === 'payment') return payRequestedRefund(ctx, review)
  const description = await postHeldPremium(ctx, policy, review)
  return payRefund(ctx, {
    policyId: policy.policyId,
    cents: Math.min(review.amount_cents, await getCredit(ctx, policy, review)),
    author: getPaymentAuthor(ctx),
    description,
    policyPaymentId: review.policy_payment_id,
    reviewId: review.review_id,
  })
}

/** Moves the credit to the policy that replaced this one. Throws 409 if the money is no longer available. */
async function transferCredit(
  ctx: TransactionContext,
  policy: Policy,
  review: ReviewRow,
  toPolicyId: string,
): Promise<number> {
  const cents = Math.min(review.amount_cents, await getCredit(ctx, policy, review))
  if (cents === 0)
    throw createConflictError(
      'already_moved',
      'decision: the money has already been refunded or transferred.',
      'decision',
    )
  return transferPayments(ctx.db, {
    fromPolicyId: policy.policyId,
    toPolicyId,
    cents,
    author: getPaymentAuthor(ctx),
    now: ctx.now,
  })
}

async function getRecipient(
  ctx: Ctx,
  policyNo: string,
  { decision, toPolicyNo }: Decision,
): Promise<string | undefined> {
  if (decision !== 'transfer') return undefined
  if (!toPolicyNo)
    throw createUnprocessableError(
      'missing_policy',
      'toPolicyNo: enter the policy that receives the money.',
      'toPolicyNo',
    )
  if (toPolicyNo === policyNo)
    throw createUnprocessableError('same_policy', 'toPolicyNo: enter a different policy.', 'toPolicyNo')
  return (await requirePolicy(ctx, toPolicyNo)).policyId
}

async function showReview(ctx: Ctx, policyId: string, reviewId: string): Promise<Review> {
  const row = (await getReviews(ctx.db, policyId)).find(({ review_id }) => review_id === reviewId)
  if (!row) throw createNotFoundError({ reviewId })
  return toReviewResponse(row, getViewer(ctx.actor), await hasOpenClaim(ctx.db, policyId))
}

/**
 * Keeps the refund on hold until the claim is decided. The work queue shows it again after the decision, or after 30
 * days.
 */
async function postponeForClaim(
  ctx: TransactionContext,
  policy: Policy,
  review: ReviewRow,
  note: string,
): Promise<Review> {
  await postponeReview(ctx, review.review_id, getPropertyDate(ctx.now, policy))
  await writeNote(ctx, policy.policyNo, { note, isPrivate: true })
  await writeAuditEntry(ctx, {
    action: 'policy.postponeReview',
    entity: 'review',
    entityId: review.review_id,
    policyId: policy.policyId,
    details: { holdReason: review.hold_reason, amount: toDollars(review.amount_cents), note },
  })
  return showReview(ctx, policy.policyId, review.review_id)
}

/**
 * Decides a refund on hold: pays it, retains it or waits for its claim. A refund can be paid or retained only once.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not decide; 409 if it was
 * already decided, a reinstatement offer must be decided first, or a second person must approve the refund; 422 if the decision is not available or the recipient is
 * missing
 */
export const decideReview = (ctx: Ctx, policyNo: string, reviewId: string, decision: Decision): Promise<Review> =>
  runInTransaction(ctx, async (ctx) => {
    const seen = await requirePolicy(ctx, policyNo)
    const recipient = await getRecipient(ctx, policyNo, decision)
    // Locks both policies in id order before `changePolicy` locks the first one.
    await lockPolicies(ctx.db, [seen.policyId, ...(recipient ? [recipient] : [])])
    return changePolicy(ctx, policyNo, 'decideReview', async (ctx, policy) => {
      const review = await lockReview(ctx.db, policy.policyId, reviewId)
      if (review.state !== 'open') throw createConflictError('already_decided', 'This review has already been decided.')
      if (review.hold_reason === 'reinstatement') throw createOfferOpenError()
      const availableDecisions = getAvailableDecisions(review, await hasOpenClaim(ctx.db, policy.policyId))
      if (!availableDecisions.includes(decision.decision))
        throw createUnprocessableError(
          'decision_not_allowed',
          `decision: this review offers ${availableDecisions.join(', ')}.`,
          'decision',
        )
      if (decision.decision === 'waitForClaim') return postponeForClaim(ctx, policy, review, decision.note)
      const isPaid = decision.decision === 'approve' || decision.decision === 'refundPayer'
      if (isPaid) {
        await assertIndependentOfRecorders(ctx, review)
        await assertSecondPerson(ctx, review)
      }
      const paid = isPaid ? await pay(ctx, policy, review) : { cents: 0, refundIds: [] }
      const paidCents = recipient ? await transferCredit(ctx, policy, review, recipient) : paid.cents
      await closeReview(ctx, reviewId, {
        state: decision.decision === 'decline' ? 'declined' : 'done',
        decision: decision.decision,
        note: decision.note,
        by: getActorName(ctx.actor),
      })
      if (paidCents > 0) await withdrawUncoveredOffer(ctx, policy.policyId)
      await writeNote(ctx, policyNo, { note: decision.note, isPrivate: true })
      // Payers are not notified of manual refunds or decisions about them.
      if (review.hold_reason !== 'payment')
        await notifyReviewDecided(ctx, policy, {
          ...{ decision: decision.decision, toPolicyNo: decision.toPolicyNo },
          ...{
            holdReason: review.hold_reason,
            isPosted: review.lines === null,
            heldCents: review.amount_cents,
            paidCents,
          },
          payees: await getPayees(ctx.db, paid.refundIds),
        })
      await writeAuditEntry(ctx, {
        action: 'policy.decideReview',
        entity: 'review',
        entityId: reviewId,
        policyId: policy.policyId,
        details: {
          decision: decision.decision,
          holdReason: review.hold_reason,
          amount: toDollars(paidCents),
          note: decision.note,
        },
      })
      return showReview(ctx, policy.policyId, reviewId)
    })
  })

/**
 * Lists a policy's open and decided reviews. Only staff see the available decisions and the reasons. Throws
 * 404.
 */
export async function listReviews(ctx: Ctx, policyNo: string): Promise<Review[]> {
  const { policyId } = await requirePolicy(ctx, policyNo)
  const viewer = getViewer(ctx.actor)
  const rows = await getReviews(ctx.db, policyId)
  // Manual refunds are visible only to staff until they are paid.
  const shown = viewer.kind === 'internal' ? rows : rows.filter(({ hold_reason }) => hold_reason !== 'payment')
  const claimIsOpen = await hasOpenClaim(ctx.db, policyId)
  return shown.map((row) => toReviewResponse(row, viewer, claimIsOpen))
}
