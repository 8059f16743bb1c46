import { sql } from 'kysely'
import { writeAudit } from '../../audit/audit.ts'
import { type ApiError, conflict } from '../../http/api-error.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { formatDollars } from '../../http/money.ts'
import { lockPayment } from '../../ledger/payments.ts'
import { getRemainingCents } from '../../ledger/remaining-balance.ts'
import { readSettings } from '../../settings/settings.ts'
import { hasOpenReview, openReview } from './reviews.ts'

const getLimit = async (ctx: Pick<Ctx, 'db' | 'now'>) =>
  Math.round((await readSettings(ctx.db, ctx.now))['refunds.reviewAbove'] * 100)

/** Returns the cents already refunded from a payment, because a large refund in small parts counts as large. */
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

/**
 * Returns true when a manual refund is so large that it requires another person (REF-1). It is then stored as a review,
 * once per payment, and nothing is refunded. Returns false for more than the remainder, so that the refund itself
 * rejects it. Call it with the payment's policy locked.
 */
export async function holdForSecondPerson(
  ctx: TransactionContext,
  wish: { policyPaymentId: string; amountCents: number; reason: string },
): Promise<boolean> {
  const payment = await lockPayment(ctx.db, wish.policyPaymentId)
  if (payment?.status !== 'paid' || wish.amountCents > (await getRemainingCents(ctx.db, payment))) return false
  if ((await getRefundedCents(ctx, payment)) + wish.amountCents <= (await getLimit(ctx))) return false
  if (await hasOpenReview(ctx.db, payment.id)) return true
  const { amountCents, reason } = wish
  await openReview(ctx, {
    ...{ policyId: payment.policyId, heldBy: 'payment', amountCents },
    ...{ policyPaymentId: payment.id, wish: reason },
  })
  await writeAudit(ctx, {
    ...{ action: 'payment.askRefund', entity: 'payment', entityId: payment.id, policyId: payment.policyId },
    details: { amountCents, reason },
  })
  return true
}

/** Creates the 409 error for a refund that waits for a second person. */
export async function createSecondPersonError(ctx: Pick<Ctx, 'db' | 'now'>): Promise<ApiError> {
  const limit = formatDollars(await getLimit(ctx))
  return conflict(
    'second_person_needed',
    `More than ${limit} of a payment can be refunded only with a second person’s approval. It is listed under refund reviews.`,
  )
}
