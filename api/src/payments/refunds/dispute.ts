import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { findDisputedPart, reverseDisputedPart } from '../../ledger/disputes.ts'
import { lockPaymentPolicies } from '../../ledger/lock-policies.ts'
import { failPayment, lockPayment, receivePayment } from '../../ledger/payments.ts'
import { callStripeIfExists } from '../charge/call-stripe.ts'
import { findIntentPayment } from '../charge/charge.ts'
import { getPaymentListeners } from '../events.ts'
import { handleExcessPayment } from '../reinstatement-offers/offer-reinstatement.ts'
import { saveDispute } from './save-dispute.ts'

/** Returns whether the bank withdrew the disputed money. For a bank inquiry (`warning_…`), it did not. */
const isMoneyWithdrawn = (status: string) => ['needs_response', 'under_review', 'lost'].includes(status)

const reason = 'The payer disputed the charge with the bank.'

const author = { userId: null, name: 'Stripe', userType: 3 as const }

/**
 * Updates the ledger for a dispute (PAY-22). Open or lost: the disputed amount is reversed, so it is owed again. Won: the
 * recovered money is posted as a separate payment. Repeated events have no further effect.
 */
export async function syncDispute(ctx: Ctx, disputeId: string): Promise<void> {
  const dispute = await callStripeIfExists(() => ctx.providers.stripe.client.disputes.retrieve(disputeId))
  if (!dispute) return
  const intentId = typeof dispute.payment_intent === 'string' ? dispute.payment_intent : dispute.payment_intent?.id
  if (!intentId) return
  const policyPaymentId = await findIntentPayment(
    ctx,
    await ctx.providers.stripe.client.paymentIntents.retrieve(intentId),
  )
  if (!policyPaymentId) return
  await runInTransaction(ctx, (ctx) => saveDispute(ctx.db, dispute, policyPaymentId))
  if (isMoneyWithdrawn(dispute.status)) await reverseDisputedMoney(ctx, policyPaymentId, dispute)
  else if (dispute.status === 'won') await receiveRecoveredMoney(ctx, policyPaymentId, dispute.id)
}

/** Reverses the payment, or only the disputed part if the bank withdrew less than the charge. */
const reverseDisputedMoney = (
  ctx: Ctx,
  policyPaymentId: string,
  { id: disputeId, amount }: Pick<Stripe.Dispute, 'id' | 'amount'>,
) =>
  runInTransaction(ctx, async (ctx) => {
    await lockPaymentPolicies(ctx.db, policyPaymentId)
    const payment = await lockPayment(ctx.db, policyPaymentId)
    if (!payment) return
    const listeners = getPaymentListeners(ctx)
    if (payment.status === 'paid' && amount < payment.amountCents + payment.feeCents) {
      const part = { disputeId, amountCents: amount, reason, author, now: ctx.now }
      await reverseDisputedPart(ctx.db, policyPaymentId, part, listeners)
      return
    }
    const failure = { code: 'disputed', reason, now: ctx.now, as: 'disputed' as const }
    await failPayment(ctx.db, policyPaymentId, failure, listeners)
  })

const receiveRecoveredMoney = (ctx: Ctx, policyPaymentId: string, disputeId: string) =>
  runInTransaction(ctx, async (ctx) => {
    await lockPaymentPolicies(ctx.db, policyPaymentId)
    const payment = await lockPayment(ctx.db, policyPaymentId)
    const part = await findDisputedPart(ctx.db, disputeId)
    if (!payment || !(part || payment.status === 'disputed')) return
    // The dispute ID is stored as the charge ID of the recovered money, so that the money is posted only once.
    const { rows } = await sql`select from payments where stripe_charge_id = ${disputeId}`.execute(ctx.db)
    if (rows.length > 0) return
    const { policyId } = payment
    const { amountCents, feeCents } = part ?? payment
    const { policyPaymentId: backId } = await receivePayment(ctx.db, {
      policyId,
      typeId: payment.typeId,
      amountCents,
      feeCents,
      status: 'paid',
      author,
      description: `Dispute of ${payment.paymentId} won`,
      stripeChargeId: disputeId,
      now: ctx.now,
    })
    // The policy may have been paid in another way meanwhile. Staff decide on any excess (REW-1, REF-4).
    await handleExcessPayment(ctx, { policyPaymentId: backId, policyId, amountCents })
  })
