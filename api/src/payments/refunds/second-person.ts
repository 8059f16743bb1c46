import { sql } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import { isReturnPremiumOnHold } from '../../claims/return-premium-hold.ts'
import { type ApiError, createConflictError } from '../../http/api-error.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { formatDollars } from '../../http/money.ts'
import { type LockedPayment, lockPayment } from '../../ledger/payments.ts'
import { getRemainingCents } from '../../ledger/remaining-balance.ts'
import { readSettings } from '../../settings/settings.ts'
import { takesEarnedPremium } from './earned-premium.ts'
import { hasOpenReview, openReview } from './reviews.ts'

const getLimit = async (ctx: Pick<Ctx, 'db' | 'now'>) =>
  Math.round((await readSettings(ctx.db, ctx.now))['refunds.reviewAbove'] * 100)

/**
 * Returns the cents that were already refunded from a payment, so that a large refund in small parts counts as large.
 */
async function getRefundedCents(
  ctx: TransactionContext,
  { policyId, paymentId }: { policyId: string; paymentId: string },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select -coalesce(sum(amount_cents), 0)::bigint as cents from payments
    where policy_id = ${policyId} and payment_id = ${paymentId} and record_type = 'Refund'
      and status in ('processing', 'refunded')`.execute(ctx.db)
  return rows[0]?.cents ?? 0
}

/** Why a refund by hand needs a second person. */
export type SecondPersonReason = 'amount' | 'claim' | 'earned'

interface RefundByHand {
  policyPaymentId: string
  amountCents: number
  reason: string
  /** Money beyond what the policy owes pays no premium, so a claim does not hold it. */
  isOverpayment?: boolean
}

async function findReason(
  ctx: TransactionContext,
  payment: LockedPayment,
  { amountCents, isOverpayment = false }: RefundByHand,
): Promise<SecondPersonReason | undefined> {
  if ((await getRefundedCents(ctx, payment)) + amountCents > (await getLimit(ctx))) return 'amount'
  if (!isOverpayment && (await isReturnPremiumOnHold(ctx.db, payment.policyId))) return 'claim'
  return (await takesEarnedPremium(ctx, payment.policyId, amountCents)) ? 'earned' : undefined
}

/**
 * Holds a refund by hand as a review, once for a payment, where somebody else has to approve it: it is large, a claim of the term is paid
 * or open, or it takes premium that elapsed days earned (REF-9). Nothing leaves then. Returns why. A refund of more than there is is not
 * held; `decideRefund` rejects it. Call it with the payment's policy locked.
 */
export async function holdRefundForSecondPerson(
  ctx: TransactionContext,
  wish: RefundByHand,
): Promise<SecondPersonReason | undefined> {
  const payment = await lockPayment(ctx.db, wish.policyPaymentId)
  if (payment?.status !== 'paid' || wish.amountCents > (await getRemainingCents(ctx.db, payment))) return undefined
  const why = await findReason(ctx, payment, wish)
  if (!why || (await hasOpenReview(ctx.db, payment.id))) return why
  const { amountCents, reason } = wish
  await openReview(ctx, {
    ...{ policyId: payment.policyId, heldBy: 'payment', amountCents },
    ...{ policyPaymentId: payment.id, wish: reason },
  })
  await writeAuditEntry(ctx, {
    ...{ action: 'payment.askRefund', entity: 'payment', entityId: payment.id, policyId: payment.policyId },
    details: { amountCents, reason },
  })
  return why
}

/** Creates the 409 error for a refund that requires a second person. */
export async function createSecondPersonError(
  ctx: Pick<Ctx, 'db' | 'now'>,
  reason: SecondPersonReason,
): Promise<ApiError> {
  const messages = {
    amount: `More than ${formatDollars(await getLimit(ctx))} of a payment can be refunded only with a second person’s approval.`,
    claim: 'A claim of this term is open or paid, so a second person must approve the refund.',
    earned: 'This refund takes premium earned for elapsed days, so a second person must approve it.',
  }
  return createConflictError('second_person_needed', `${messages[reason]} It is listed under refund reviews.`)
}
