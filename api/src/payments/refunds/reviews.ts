import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { addDays } from '../../calendar/days.ts'
import type { DB, RefundReview } from '../../db/schema.ts'
import { createNotFoundError } from '../../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../../http/context.ts'
import { readSettings } from '../../settings/settings.ts'

export type ReviewRow = Selectable<RefundReview>

/** Reasons why a refund is on hold. */
export type RefundHoldReason = ReviewRow['hold_reason']

/** Returns the amount in cents above which refunds require a review. */
export const getReviewLimitCents = async (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> =>
  Math.round((await readSettings(ctx.db, ctx.now))['refunds.reviewAbove'] * 100)

/** Type of change that returned premium. `payment` stands for a manual refund of one payment. */
export type ReviewCause = ReviewRow['cause']

interface NewReview {
  policyId: string
  holdReason: RefundHoldReason
  /** Amount in cents. Always positive. */
  amountCents: number
}

/** A review of return premium. `lines` contains the return premium if the cancellation is not posted yet. */
export interface NewReturnPremiumReview extends NewReview {
  cause: Exclude<ReviewCause, 'payment'>
  effectiveDate: string
  reasonCode: string | undefined
  /** The only payment to refund. */
  policyPaymentId?: string | undefined
  /** Id of the account that requested the refund. Defaults to the caller. */
  requestedBy?: string | null
  /** Id of the endorsement that returned the premium. Reversing it withdraws the review (REF-10). */
  policyTransactionId?: string | undefined
  lines?: readonly object[]
}

interface NewManualRefundReview extends NewReview {
  policyPaymentId: string
  reason: string
}

/** Opens a review of a refund on hold. */
export async function openReview(
  ctx: Pick<TransactionContext, 'actor' | 'db' | 'now'>,
  review: NewReturnPremiumReview | NewManualRefundReview,
): Promise<void> {
  await ctx.db
    .insertInto('refund_reviews')
    .values({
      policy_id: review.policyId,
      hold_reason: review.holdReason,
      amount_cents: review.amountCents,
      ...('reason' in review
        ? { cause: 'payment', policy_payment_id: review.policyPaymentId, request_reason: review.reason }
        : {
            cause: review.cause,
            reason_code: review.reasonCode ?? null,
            policy_payment_id: review.policyPaymentId ?? null,
            effective_date: review.effectiveDate,
            lines: review.lines ? JSON.stringify(review.lines) : null,
            policy_transaction_id: review.policyTransactionId ?? null,
          }),
      requested_by: ('requestedBy' in review ? review.requestedBy : undefined) ?? getAccountId(ctx.actor),
      created_at: ctx.now,
    })
    .execute()
}

/** Returns a policy's reviews, newest first. */
export const getReviews = (db: Kysely<DB>, policyId: string): Promise<ReviewRow[]> =>
  db.selectFrom('refund_reviews').selectAll().where('policy_id', '=', policyId).orderBy('created_at', 'desc').execute()

/**
 * Returns the cents of a policy's credit that must not be refunded: amounts on hold, and premium for elapsed days whose
 * refund was declined.
 */
export async function getReservedCreditCents(db: Kysely<DB>, policyId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from refund_reviews
    where policy_id = ${policyId} and lines is null and hold_reason <> 'payment'
      and (state = 'open' or (hold_reason = 'elapsedDays' and state = 'declined'))`.execute(db)
  return rows[0]?.cents ?? 0
}

/**
 * Returns the policy's cancellation refunds and late-payment refunds that are on hold, oldest first. Amounts on hold for
 * unconfirmed checks are one amount.
 */
export const getOpenCancellationHolds = async (
  db: Kysely<DB>,
  policyId: string,
): Promise<{ by: RefundHoldReason; cents: number }[]> =>
  db
    .selectFrom('refund_reviews')
    .select(['hold_reason as by', sql<number>`sum(amount_cents)::bigint`.as('cents')])
    .where('policy_id', '=', policyId)
    .where('state', '=', 'open')
    .where('cause', 'in', ['cancellation', 'latePayment'])
    .groupBy(['hold_reason', sql`case when hold_reason = 'check' then null else review_id end`])
    .orderBy(({ fn }) => fn.min('created_at'))
    .orderBy(sql`min(review_id::text)`)
    .execute()

/** Locks a review until the transaction ends. Throws 404 if the policy has no such review. */
export async function lockReview(trx: Transaction<DB>, policyId: string, reviewId: string): Promise<ReviewRow> {
  const row = await trx
    .selectFrom('refund_reviews')
    .selectAll()
    .where('review_id', '=', reviewId)
    .where('policy_id', '=', policyId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw createNotFoundError({ reviewId })
  return row
}

export async function closeReview(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  reviewId: string,
  decided: { state: 'done' | 'declined'; decision: string; note: string; by: string },
): Promise<void> {
  await ctx.db
    .updateTable('refund_reviews')
    .set({
      state: decided.state,
      decision: decided.decision,
      note: decided.note,
      decided_by: decided.by,
      decided_at: ctx.now,
    })
    .where('review_id', '=', reviewId)
    .execute()
}

/**
 * Returns whether a refund of the payment is already under review, other than return premium on hold until the check is
 * confirmed. Lock the payment's policy first.
 */
export const hasOpenReview = async (trx: Transaction<DB>, policyPaymentId: string): Promise<boolean> =>
  (await trx
    .selectFrom('refund_reviews')
    .select('review_id')
    .where('policy_payment_id', '=', policyPaymentId)
    .where('state', '=', 'open')
    .where('hold_reason', '<>', 'check')
    .executeTakeFirst()) !== undefined

/** Returns whether the payment is on hold for its policy's reinstatement offer. Lock the payment's policy first. */
export const isHeldForReinstatement = async (db: Kysely<DB>, policyPaymentId: string): Promise<boolean> =>
  (await db
    .selectFrom('refund_reviews')
    .select('review_id')
    .where('policy_payment_id', '=', policyPaymentId)
    .where('state', '=', 'open')
    .where('hold_reason', '=', 'reinstatement')
    .executeTakeFirst()) !== undefined

/**
 * Withdraws the open reviews of a cancellation and of payments that settled after it. A reinstated policy owes this
 * money again. Other reviews stay open.
 */
export const withdrawReviews = (ctx: Pick<TransactionContext, 'db' | 'now'>, policyId: string) =>
  sql`update refund_reviews set state = 'withdrawn', decided_at = ${ctx.now}
    where policy_id = ${policyId} and state = 'open' and cause in ('cancellation', 'latePayment')`.execute(ctx.db)

/**
 * Withdraws the reviews of a reversed endorsement and of the changes that it caused in renewals (REF-10): the open ones,
 * and declined ones that withhold return premium for elapsed days. The policy owes this money again.
 */
export const withdrawEndorsementReviews = (ctx: Pick<TransactionContext, 'db' | 'now'>, policyTransactionId: string) =>
  sql`with recursive reversed (id) as (
      select ${policyTransactionId}::uuid
      union select t.policy_transaction_id from policy_transactions t join reversed on t.source_transaction_id = reversed.id)
    update refund_reviews set state = 'withdrawn', decided_at = coalesce(decided_at, ${ctx.now})
    where policy_transaction_id in (select id from reversed)
      and (state = 'open' or state = 'declined' and hold_reason = 'elapsedDays')`.execute(ctx.db)

/**
 * Withdraws the holds of a closed reinstatement offer, oldest first (DEL-20). Returns the payments and their amounts on
 * hold.
 */
export async function withdrawReinstatementHolds(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  policyId: string,
): Promise<{ policyPaymentId: string; paymentId: string; heldCents: number }[]> {
  const { rows } = await sql<{ policyPaymentId: string; paymentId: string; heldCents: number }>`
    with withdrawn as (
      update refund_reviews set state = 'withdrawn', decided_at = ${ctx.now}
      where policy_id = ${policyId} and state = 'open' and hold_reason = 'reinstatement'
      returning policy_payment_id, amount_cents, created_at, review_id)
    select y.policy_payment_id as "policyPaymentId", y.payment_id as "paymentId", w.amount_cents as "heldCents"
    from withdrawn w join payments y using (policy_payment_id) order by w.created_at, w.review_id`.execute(ctx.db)
  return rows
}

/** Number of days for which a review can wait for an open claim. The work queue then lists the review again (REF-6). */
const claimWaitDays = 30

/** Hides a review from the work queue until its claim is decided, for up to 30 days. */
export const postponeReview = (ctx: Pick<TransactionContext, 'db'>, reviewId: string, today: string) =>
  ctx.db
    .updateTable('refund_reviews')
    .set({ postponed_until: addDays(today, claimWaitDays) })
    .where('review_id', '=', reviewId)
    .execute()
