import Stripe from 'stripe'
import type { Ctx } from '../../http/context.ts'
import { inTransaction } from '../../http/in-transaction.ts'
import { notFound, refused } from '../../http/refusal.ts'
import { openOverpayment } from '../../ledger/overpayment.ts'
import { receivePayment } from '../../ledger/payments.ts'
import { lockBalance } from '../../ledger/store.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { atStripe, processingProblem } from '../charge/at-stripe.ts'
import { believe, paymentOf } from '../charge/charge.ts'
import type { ChargeCtx } from '../charge/charge-ctx.ts'
import { lockPolicies } from '../lock-policies.ts'
import { stripeCustomerOf } from '../methods/customer.ts'
import { rememberMethod, requireMethod } from '../methods/methods.ts'
import { mailReceived } from '../payment-mails.ts'
import { recordedPayment } from '../reads/rows.ts'
import { cardFormFlow } from './card-intent.ts'

const userTypes = { '1': 1, '2': 2, '3': 3 } as const

/**
 * Books the money of a paid intent of the card form, once, however often and by whomever it is told. Undefined when the
 * intent is not of the form, or not paid.
 */
export async function recordCardForm(ctx: ChargeCtx, intent: Stripe.PaymentIntent): Promise<string | undefined> {
  const {
    flow,
    policyId,
    feeCents = '0',
    authorId,
    authorName = '',
    authorType = '3',
    payerName = '',
  } = intent.metadata
  if (flow !== cardFormFlow || !policyId || intent.status !== 'succeeded') return undefined
  return inTransaction(ctx, async (ctx) => {
    await lockPolicies(ctx.db, [policyId])
    await lockBalance(ctx.db, policyId)
    const known = await ctx.db
      .selectFrom('payments')
      .select('policy_payment_id')
      .where('stripe_payment_intent_id', '=', intent.id)
      .executeTakeFirst()
    if (known) return known.policy_payment_id
    const amountCents = intent.amount_received - Number(feeCents)
    const charge = typeof intent.latest_charge === 'string' ? intent.latest_charge : intent.latest_charge?.id
    const { policyPaymentId } = await receivePayment(ctx.db, {
      policyId,
      typeId: 4,
      amountCents,
      feeCents: Number(feeCents),
      status: 'paid',
      author: { userId: authorId || null, name: authorName, userType: userTypes[authorType as '3'] ?? 3 },
      description: 'Premium',
      payeeName: payerName,
      stripePaymentIntentId: intent.id,
      ...(charge && { stripeChargeId: charge }),
      now: ctx.now,
    })
    await openOverpayment(ctx.db, { policyPaymentId, policyId, amountCents, now: ctx.now })
    await mailReceived(ctx, policyPaymentId)
    return policyPaymentId
  })
}

/** Keeps the card, if the browser confirmed it for later use; without that Stripe lets nobody charge it again. */
async function keepCard(ctx: Ctx, policy: Policy, intent: Stripe.PaymentIntent) {
  const id = typeof intent.payment_method === 'string' ? intent.payment_method : intent.payment_method?.id
  if (!id || intent.setup_future_usage !== 'off_session') return
  const method = await requireMethod(ctx, policy, id)
  const customer = await stripeCustomerOf(ctx, policy)
  await inTransaction(ctx, (ctx) =>
    rememberMethod(ctx.db, policy, method, { customer, optInAutoPayRenewal: false, isKept: true, now: ctx.now }),
  )
}

/** The intent, if it is about this policy. Throws the 404 of one that does not exist when it is not. */
async function requireIntent(ctx: Ctx, policy: Policy, intentId: string): Promise<Stripe.PaymentIntent> {
  const intent = await atStripe(async () => {
    try {
      return await ctx.providers.stripe.client.paymentIntents.retrieve(intentId)
    } catch (problem) {
      if (problem instanceof Stripe.errors.StripeInvalidRequestError) throw notFound({ intentId })
      throw problem
    }
  })
  if (intent.metadata.policyNo !== policy.policyNo) throw notFound({ intentId })
  return intent
}

/**
 * What became of an intent that the browser has confirmed. Stripe is asked; neither amount nor status is believed from
 * the browser. Throws 404 for intents of other policies, 422 with the bank's sentence when it was not paid.
 */
export async function recordCardPayment(
  ctx: Ctx,
  confirmed: { policyNo: string; intentId: string; saveForReuse: boolean },
) {
  const policy = await requirePolicy(ctx, confirmed.policyNo)
  const intent = await requireIntent(ctx, policy, confirmed.intentId)
  const own = await paymentOf(ctx, intent)
  const outcome = own ? await believe(ctx, own, intent) : undefined
  const policyPaymentId = own ?? (await recordCardForm(ctx, intent))
  if (!policyPaymentId || outcome?.status === 'failed')
    throw refused('not_paid', intent.last_payment_error?.message ?? processingProblem)
  if (confirmed.saveForReuse) await keepCard(ctx, policy, intent)
  const nextAction = outcome?.status === 'requires_action' ? { clientSecret: outcome.clientSecret } : null
  return recordedPayment(ctx, await requirePolicy(ctx, confirmed.policyNo), policyPaymentId, nextAction)
}
