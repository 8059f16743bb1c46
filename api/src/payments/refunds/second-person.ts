import { sql } from 'kysely'
import { isIndependentApprover } from '../../approvals/independent-approver.ts'
import { writeAuditEntry } from '../../audit/audit.ts'
import { isReturnPremiumOnHold } from '../../claims/return-premium-hold.ts'
import { type ApiError, createConflictError } from '../../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../../http/context.ts'
import { formatDollars } from '../../http/money.ts'
import { type LockedPayment, lockPayment } from '../../ledger/payments.ts'
import { getRemainingCents } from '../../ledger/remaining-balance.ts'
import { takesEarnedPremium } from './earned-premium.ts'
import { getReviewLimitCents, hasOpenReview, openReview } from './reviews.ts'
import { getCheckRecorders } from './unconfirmed-checks.ts'

/**
 * Returns the cents of a payment that are already refunded, including its parts that were transferred to other policies.
 * The review limit applies to this total so that a large refund is reviewed even if it is split. Locks the
 * original payment so that concurrent refunds of its parts are counted.
 */
async function getRefundedCents(ctx: TransactionContext, { id, cameFrom }: LockedPayment): Promise<number> {
  const originalId = cameFrom ?? id
  await sql`select from payments where policy_payment_id = ${originalId} for update`.execute(ctx.db)
  const { rows } = await sql<{ cents: number }>`
    select -coalesce(sum(r.amount_cents), 0)::bigint as cents
    from payments part join payments r on r.reverses_payment_id = part.policy_payment_id
    where (part.policy_payment_id = ${originalId} or part.reverses_payment_id = ${originalId})
      and r.record_type = 'Refund' and r.status in ('processing', 'refunded')`.execute(ctx.db)
  return rows[0]?.cents ?? 0
}

/**
 * Returns whether the payment, or the one that it was transferred from, is a check that the caller or somebody who is not
 * independent of the caller recorded by hand or imported from a lockbox file (REF-12).
 */
async function isOwnCheck(ctx: TransactionContext, { id, cameFrom }: LockedPayment): Promise<boolean> {
  for (const requesterId of await getCheckRecorders(ctx.db, cameFrom ?? id)) {
    const people = { requesterId, approverId: getAccountId(ctx.actor), role: 'financeadmin' }
    if (!(await isIndependentApprover(ctx, people))) return true
  }
  return false
}

/** Reason why a manual refund requires a second person. */
export type SecondPersonReason = 'amount' | 'claim' | 'ownCheck' | 'earned'

interface RefundByHand {
  policyPaymentId: string
  amountCents: number
  reason: string
  /**
   * Whether the refund returns an overpayment. A claim then does not put the refund on hold, since an overpayment does
   * not pay premium.
   */
  isOverpayment?: boolean
}

async function findReason(
  ctx: TransactionContext,
  payment: LockedPayment,
  { amountCents, isOverpayment = false }: RefundByHand,
): Promise<SecondPersonReason | undefined> {
  if ((await getRefundedCents(ctx, payment)) + amountCents > (await getReviewLimitCents(ctx))) return 'amount'
  if (!isOverpayment && (await isReturnPremiumOnHold(ctx.db, payment.policyId))) return 'claim'
  if (await isOwnCheck(ctx, payment)) return 'ownCheck'
  return (await takesEarnedPremium(ctx, payment.policyId, amountCents)) ? 'earned' : undefined
}

/**
 * Puts a manual refund on hold if it requires a second person (REF-9). Returns the reason, or undefined if the refund
 * can be sent. Opens at most one review per payment. Ignores refunds above the remaining amount, which `approveRefund`
 * rejects. Call it with the payment's policy locked.
 */
export async function holdRefundForSecondPerson(
  ctx: TransactionContext,
  request: RefundByHand,
): Promise<SecondPersonReason | undefined> {
  const payment = await lockPayment(ctx.db, request.policyPaymentId)
  if (payment?.status !== 'paid' || request.amountCents > (await getRemainingCents(ctx.db, payment))) return undefined
  const why = await findReason(ctx, payment, request)
  if (!why || (await hasOpenReview(ctx.db, payment.id))) return why
  const { amountCents, reason } = request
  await openReview(ctx, {
    ...{ policyId: payment.policyId, holdReason: 'payment', amountCents },
    ...{ policyPaymentId: payment.id, reason },
  })
  await writeAuditEntry(ctx, {
    ...{ action: 'payment.requestRefund', entity: 'payment', entityId: payment.id, policyId: payment.policyId },
    details: { amountCents, reason },
  })
  return why
}

/** Creates the 409 error for a refund that is on hold until a second person approves it. */
export async function createSecondPersonError(
  ctx: Pick<Ctx, 'db' | 'now'>,
  reason: SecondPersonReason,
): Promise<ApiError> {
  const messages = {
    amount: `More than ${formatDollars(await getReviewLimitCents(ctx))} of a payment can be refunded only with a second person’s approval.`,
    claim: 'This term has an open or paid claim, so a second person must approve the refund.',
    ownCheck:
      'This check was recorded or imported by you or by someone who is not independent of you, so a second person must approve the refund.',
    earned:
      'This refund includes premium earned for elapsed days or the minimum earned premium, so a second person must approve it.',
  }
  return createConflictError('requires_second_person', `${messages[reason]} It is listed under refund reviews.`)
}
