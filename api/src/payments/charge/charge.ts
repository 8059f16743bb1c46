import type { Kysely } from 'kysely'
import Stripe from 'stripe'
import type { DB } from '../../db/schema.ts'
import { parseIdOrNull } from '../../http/id.ts'
import type { ChargeContext } from './charge-context.ts'
import { type ChargeOutcome, processingProblemMessage, toChargeOutcome } from './outcome.ts'
import { recordChargeOutcome } from './record-charge-outcome.ts'

/** The payer's authorization, required by NACHA, to debit a bank account that was set up without a mandate. */
export interface MandateAcceptance {
  ip: string
  userAgent: string
  /** Time of the consent as Unix time in seconds. */
  acceptedAt: number
  /** Whether the account is saved for later debits. */
  isReusable: boolean
}

/** A payment to charge. Stripe requests use only this data and the payment row so that retries are identical. */
export interface Charge {
  policyPaymentId: string
  mandate?: MandateAcceptance
  /** True if the payer is not present. The charge fails if the bank requires confirmation. */
  isOffSession?: boolean
}

export const loadPayment = (db: Kysely<DB>, policyPaymentId: string) =>
  db
    .selectFrom('payments as pay')
    .innerJoin('policies as p', 'p.policy_id', 'pay.policy_id')
    .innerJoin('payment_methods as m', 'm.payment_method_id', 'pay.payment_method_id')
    .select([
      'pay.policy_payment_id',
      'pay.status',
      'pay.amount_cents',
      'pay.fee_cents',
      'pay.created_at',
      'pay.stripe_payment_intent_id',
      'p.policy_no',
      'm.stripe_customer_id',
      'm.stripe_payment_method_id',
      'm.payment_type',
    ])
    .where('pay.policy_payment_id', '=', policyPaymentId)
    .executeTakeFirstOrThrow()

export type LoadedPayment = Awaited<ReturnType<typeof loadPayment>>

/**
 * Charges a recorded payment at Stripe and records the outcome. The payment's id is the idempotency key, so a retry
 * repeats the same request. Throws if Stripe cannot be reached. The outcome is then unknown, and the job retries.
 */
export async function chargeAtStripe(ctx: ChargeContext, charge: Charge): Promise<ChargeOutcome> {
  const row = await loadPayment(ctx.db, charge.policyPaymentId)
  const result = await createIntent(ctx, row, charge)
  return 'object' in result
    ? recordIntentOutcome(ctx, charge.policyPaymentId, result)
    : reject(ctx, charge.policyPaymentId, result)
}

/**
 * Returns the payment that an intent charges. Returns undefined if the intent was created by another system that uses
 * the same Stripe account.
 */
export async function findIntentPayment(ctx: ChargeContext, intent: Stripe.PaymentIntent): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('payments')
    .select('policy_payment_id')
    .where((eb) =>
      eb.or([
        eb('stripe_payment_intent_id', '=', intent.id),
        eb('policy_payment_id', '=', parseIdOrNull(intent.metadata.policyPaymentId)),
      ]),
    )
    .executeTakeFirst()
  return row?.policy_payment_id
}

async function reject(ctx: ChargeContext, policyPaymentId: string, outcome: ChargeOutcome) {
  await recordChargeOutcome(ctx, policyPaymentId, outcome)
  return outcome
}

/**
 * Records the outcome of an intent. Captures an authorized payment. Cancels a failed intent at Stripe so that the
 * browser cannot pay it with another card.
 */
export async function recordIntentOutcome(
  ctx: ChargeContext,
  policyPaymentId: string,
  intent: Stripe.PaymentIntent,
): Promise<ChargeOutcome> {
  const last = await moveOn(ctx, intent)
  const outcome = toChargeOutcome(last)
  await recordChargeOutcome(ctx, policyPaymentId, outcome, last)
  return outcome
}

function moveOn(ctx: ChargeContext, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  if (intent.status === 'requires_payment_method') return cancelUnpaidIntent(ctx, intent)
  if (intent.status === 'requires_capture')
    return updateOrReadIntent(ctx, intent, ({ paymentIntents }) => paymentIntents.capture(intent.id))
  return Promise.resolve(intent)
}

/** Cancels an unpaid intent and releases its authorization. If the intent changed in the meantime, reads it again. */
export async function cancelUnpaidIntent(
  ctx: ChargeContext,
  intent: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent> {
  const closed = await updateOrReadIntent(ctx, intent, ({ paymentIntents }) => paymentIntents.cancel(intent.id))
  return { ...closed, last_payment_error: closed.last_payment_error ?? intent.last_payment_error }
}

/**
 * Sends a request that changes an intent. If Stripe rejects the request because the intent has changed, returns the
 * current intent.
 */
async function updateOrReadIntent(
  { providers: { stripe } }: ChargeContext,
  { id }: Stripe.PaymentIntent,
  sendRequest: (client: Stripe) => Promise<Stripe.PaymentIntent>,
): Promise<Stripe.PaymentIntent> {
  try {
    return await sendRequest(stripe.client)
  } catch (problem) {
    if (problem instanceof Stripe.errors.StripeInvalidRequestError) return stripe.client.paymentIntents.retrieve(id)
    throw problem
  }
}

async function createIntent(
  { providers, log }: ChargeContext,
  row: LoadedPayment,
  charge: Charge,
): Promise<Stripe.PaymentIntent | (ChargeOutcome & { status: 'failed' })> {
  try {
    return await providers.stripe.client.paymentIntents.create(intentParams(row, charge), {
      idempotencyKey: `payment-${row.policy_payment_id}`,
    })
  } catch (problem) {
    // Stripe reports a decline as an error that contains the payment intent.
    if (problem instanceof Stripe.errors.StripeError && problem.payment_intent) return problem.payment_intent
    // Nothing was charged, and Stripe will never accept this request.
    if (problem instanceof Stripe.errors.StripeCardError)
      return { ...toFailedCharge(problem), declineCode: problem.decline_code, reason: problem.message }
    // The error message is for developers, not for the payer (API-7).
    if (problem instanceof Stripe.errors.StripeInvalidRequestError) {
      log.error({ err: problem, policyPaymentId: row.policy_payment_id }, 'Stripe rejected the request')
      return { ...toFailedCharge(problem), reason: processingProblemMessage }
    }
    throw problem
  }
}

const toFailedCharge = ({ code }: Stripe.errors.StripeError) => ({ status: 'failed' as const, code: code ?? 'refused' })

const intentParams = (row: LoadedPayment, { mandate, isOffSession }: Charge): Stripe.PaymentIntentCreateParams => ({
  amount: row.amount_cents + row.fee_cents,
  currency: 'usd',
  customer: row.stripe_customer_id,
  payment_method: row.stripe_payment_method_id,
  allowed_payment_method_types: [row.payment_type],
  confirm: true,
  ...(isOffSession ? { off_session: true } : { use_stripe_sdk: true }),
  description: `Policy ${row.policy_no}`,
  metadata: { policyPaymentId: row.policy_payment_id, policyNo: row.policy_no },
  ...(mandate && {
    mandate_data: {
      customer_acceptance: {
        type: 'online',
        accepted_at: mandate.acceptedAt,
        online: { ip_address: mandate.ip, user_agent: mandate.userAgent || 'unknown' },
      },
    },
  }),
  ...(mandate?.isReusable && { setup_future_usage: 'off_session' }),
})
