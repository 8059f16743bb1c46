import { PaymentType } from '@tideline/sdk/words'
import Stripe from 'stripe'
import { ApiError, createNotFoundError } from '../../http/api-error.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { receivePayment } from '../../ledger/payments.ts'
import { changePolicy, checkPolicyAction } from '../../policy/change-policy.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { callStripe, createDeclinedError } from '../charge/call-stripe.ts'
import { cancelUnpaidIntent, findIntentPayment, recordIntentOutcome } from '../charge/charge.ts'
import { enqueueFinishPayment } from '../charge/finish-payment.ts'
import { processingProblemMessage } from '../charge/outcome.ts'
import { cancelUnconfirmedPayments, requireNoUnconfirmedPayment } from '../charge/pay.ts'
import { type PaymentPrice, requireAcknowledgedAmount } from '../charge/payment-price.ts'
import { calculatePaymentPrice } from '../charge/price.ts'
import { getStripeCustomer } from '../methods/customer.ts'
import { requireMethod, type StripeMethod, savePaymentMethod, toStripeMethod } from '../methods/methods.ts'
import { buildRecordedPaymentResponse } from '../reads/rows.ts'
import { cardFormFlow } from './card-intent.ts'

/** A payment intent with its expanded payment method, as returned by `readIntentWithMethod`. */
export type IntentWithMethod = Stripe.PaymentIntent

/** Retrieves a payment intent and its card in one Stripe request. */
export const readIntentWithMethod = (ctx: Ctx, intentId: string): Promise<IntentWithMethod> =>
  ctx.providers.stripe.client.paymentIntents.retrieve(intentId, { expand: ['payment_method'] })

const userTypes = { '1': 1, '2': 2, '3': 3 } as const

/** Returns the card of a confirmed intent, or undefined if Stripe no longer has it. */
function getCard({ payment_method: method }: IntentWithMethod): StripeMethod | undefined {
  if (typeof method === 'string') throw new Error('The intent was read without its payment method.')
  return method ? toStripeMethod(method) : undefined
}

/**
 * Records the payment of a confirmed form as `processing`. Adds the job that captures the payment if this process
 * stops.
 */
async function writePayment(
  ctx: TransactionContext,
  policy: Policy,
  intent: Stripe.PaymentIntent,
  input: { price: PaymentPrice; card: StripeMethod; customer: string },
): Promise<string> {
  const { authorId, authorName = '', authorType = '3', payerName = '' } = intent.metadata
  const { policyPaymentId } = await receivePayment(ctx.db, {
    ...input.price,
    policyId: policy.policyId,
    typeId: PaymentType.card,
    status: 'processing',
    author: { userId: authorId || null, name: authorName, userType: userTypes[authorType as '3'] ?? 3 },
    description: 'Premium',
    payeeName: payerName,
    stripePaymentIntentId: intent.id,
    paymentMethodId: await savePaymentMethod(ctx.db, policy, input.card, {
      customer: input.customer,
      optInAutoPayRenewal: false,
      isKept: false,
      now: ctx.now,
    }),
    now: ctx.now,
  })
  await enqueueFinishPayment(ctx, { policyPaymentId })
  return policyPaymentId
}

/**
 * Records a confirmed intent of the card form once, even if it is reported repeatedly. Checks the fee that the payer
 * acknowledged and captures the payment only after it is recorded (PAY-3). Returns undefined if the intent is not from
 * the form or has nothing to capture.
 * @throws {ApiError} the errors of `payAmountDue`, after the authorization was released; 409 if the amount due has
 * changed or nothing is due
 */
export async function recordCardFormPayment(ctx: Ctx, intent: IntentWithMethod): Promise<string | undefined> {
  const { flow, policyNo } = intent.metadata
  if (flow !== cardFormFlow || !policyNo || intent.status !== 'requires_capture') return undefined
  const seen = await requirePolicy(ctx, policyNo)
  const customer = await getStripeCustomer(ctx, seen)
  const card = getCard(intent)
  if (!card) return undefined
  await cancelUnconfirmedPayments(ctx, seen.policyId)
  const policyPaymentId = await changePolicy(ctx, policyNo, 'pay', async (ctx, policy) => {
    await requireNoUnconfirmedPayment(ctx, policy)
    const price = await calculatePaymentPrice(ctx.db, policy, card, ctx.now)
    requireAcknowledgedAmount(intent.amount, price)
    return writePayment(ctx, policy, intent, { price, card, customer })
  }).catch(async (problem) => {
    if (!(problem instanceof ApiError)) throw problem
    // A concurrent request may already have recorded the payment.
    const twin = await findIntentPayment(ctx, intent)
    if (!twin) {
      await cancelUnpaidIntent(ctx, intent)
      throw problem
    }
    return twin
  })
  await recordIntentOutcome(ctx, policyPaymentId, intent)
  return policyPaymentId
}

/** If a confirmed intent was released because of an error, throws the same error while its cause still exists. */
async function requirePayable(ctx: Ctx, policy: Policy, intent: IntentWithMethod) {
  await checkPolicyAction(ctx, policy.policyNo, 'pay')
  const card = getCard(intent)
  if (card) requireAcknowledgedAmount(intent.amount, await calculatePaymentPrice(ctx.db, policy, card, ctx.now))
}

/**
 * Saves the card if the browser confirmed it for later use. Without this confirmation, Stripe does not allow another
 * charge.
 */
async function saveCard(ctx: Ctx, policy: Policy, intent: Stripe.PaymentIntent) {
  const id = typeof intent.payment_method === 'string' ? intent.payment_method : intent.payment_method?.id
  if (!id || intent.setup_future_usage !== 'off_session') return
  const method = await requireMethod(ctx, policy, id)
  const customer = await getStripeCustomer(ctx, policy)
  await runInTransaction(ctx, (ctx) =>
    savePaymentMethod(ctx.db, policy, method, { customer, optInAutoPayRenewal: false, isKept: true, now: ctx.now }),
  )
}

/** Returns the intent. Throws 404 if it belongs to another policy. */
async function requireIntent(ctx: Ctx, policy: Policy, intentId: string): Promise<IntentWithMethod> {
  const intent = await callStripe(async () => {
    try {
      return await readIntentWithMethod(ctx, intentId)
    } catch (problem) {
      if (problem instanceof Stripe.errors.StripeInvalidRequestError) throw createNotFoundError({ intentId })
      throw problem
    }
  })
  if (intent.metadata.policyNo !== policy.policyNo) throw createNotFoundError({ intentId })
  return intent
}

/**
 * Records the outcome of an intent that the browser confirmed. Amount, status and card are read from Stripe, never from
 * the browser.
 * @throws {ApiError} 404 if the intent belongs to another policy; 409 if the card's fee differs from the acknowledged
 * one; 422 with the bank's message if the intent was not paid
 */
export async function recordCardPayment(
  ctx: Ctx,
  confirmed: { policyNo: string; intentId: string; saveForReuse: boolean },
) {
  const policy = await requirePolicy(ctx, confirmed.policyNo)
  const intent = await requireIntent(ctx, policy, confirmed.intentId)
  const own = await findIntentPayment(ctx, intent)
  const outcome = own ? await recordIntentOutcome(ctx, own, intent) : undefined
  const policyPaymentId = own ?? (await recordCardFormPayment(ctx, intent))
  if (!policyPaymentId && intent.status === 'canceled') await requirePayable(ctx, policy, intent)
  if (!policyPaymentId || outcome?.status === 'failed')
    throw createDeclinedError(
      intent.last_payment_error?.message ?? processingProblemMessage,
      intent.last_payment_error?.decline_code,
    )
  if (confirmed.saveForReuse) await saveCard(ctx, policy, intent)
  const nextAction = outcome?.status === 'requires_action' ? { clientSecret: outcome.clientSecret } : null
  return buildRecordedPaymentResponse(ctx, await requirePolicy(ctx, confirmed.policyNo), policyPaymentId, nextAction)
}
