import type { Kysely } from 'kysely'
import Stripe from 'stripe'
import type { DB } from '../../db/schema.ts'
import { idOrNull } from '../../http/id.ts'
import { processingProblem } from './at-stripe.ts'
import type { ChargeCtx } from './charge-ctx.ts'
import { getOutcome, type Outcome } from './outcome.ts'
import { writeOutcome } from './write-outcome.ts'

/** How the payer agreed to a debit of a bank account that has no mandate from its set-up (NACHA asks for it). */
export interface MandateAcceptance {
  ip: string
  userAgent: string
  /** Unix seconds. */
  acceptedAt: number
  /** The account is kept and may be debited again. */
  isReusable: boolean
}

/** A payment to be charged. Everything that Stripe is told comes from here and from the row: the same each time. */
export interface Charge {
  policyPaymentId: string
  mandate?: MandateAcceptance
  /** The payer is not there to confirm it with the bank: it is refused where the bank wants that. */
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
 * Asks Stripe to charge a payment that was written before, and writes down what Stripe says. The payment's id is the
 * idempotency key, so that asking again is asking the same. Throws when Stripe could not be asked: then nobody knows,
 * and the job asks again.
 */
export async function chargeAtStripe(ctx: ChargeCtx, charge: Charge): Promise<Outcome> {
  const row = await loadPayment(ctx.db, charge.policyPaymentId)
  const result = await createIntent(ctx, row, charge)
  return 'object' in result
    ? applyIntent(ctx, charge.policyPaymentId, result)
    : reject(ctx, charge.policyPaymentId, result)
}

/**
 * The payment that an intent charges. Undefined for those of another system at the same Stripe account: ours are
 * written before Stripe is asked.
 */
export async function getPayment(ctx: ChargeCtx, intent: Stripe.PaymentIntent): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('payments')
    .select('policy_payment_id')
    .where((eb) =>
      eb.or([
        eb('stripe_payment_intent_id', '=', intent.id),
        eb('policy_payment_id', '=', idOrNull(intent.metadata.policyPaymentId)),
      ]),
    )
    .executeTakeFirst()
  return row?.policy_payment_id
}

async function reject(ctx: ChargeCtx, policyPaymentId: string, outcome: Outcome) {
  await writeOutcome(ctx, policyPaymentId, outcome)
  return outcome
}

/**
 * Writes down what an intent says. Money that is held for a payment is taken: the payment is written only once its price
 * is right. An attempt that failed is closed at Stripe first: a browser that still has its
 * secret could pay it with another card afterwards, and that money would have no payment here.
 */
export async function applyIntent(
  ctx: ChargeCtx,
  policyPaymentId: string,
  intent: Stripe.PaymentIntent,
): Promise<Outcome> {
  const last = await moveOn(ctx, intent)
  const outcome = getOutcome(last)
  await writeOutcome(ctx, policyPaymentId, outcome, last)
  return outcome
}

function moveOn(ctx: ChargeCtx, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  if (intent.status === 'requires_payment_method') return closeIntent(ctx, intent)
  if (intent.status === 'requires_capture')
    return orReadAnew(ctx, intent, ({ paymentIntents }) => paymentIntents.capture(intent.id))
  return Promise.resolve(intent)
}

/** Cancels an intent that took no money: what is held for it is let go. It is read anew when it moved on meanwhile. */
export async function closeIntent(ctx: ChargeCtx, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  const closed = await orReadAnew(ctx, intent, ({ paymentIntents }) => paymentIntents.cancel(intent.id))
  return { ...closed, last_payment_error: closed.last_payment_error ?? intent.last_payment_error }
}

/** Somebody else may have moved the intent on: then Stripe refuses, and what is true now is read. */
async function orReadAnew(
  { providers: { stripe } }: ChargeCtx,
  { id }: Stripe.PaymentIntent,
  ask: (client: Stripe) => Promise<Stripe.PaymentIntent>,
): Promise<Stripe.PaymentIntent> {
  try {
    return await ask(stripe.client)
  } catch (problem) {
    if (problem instanceof Stripe.errors.StripeInvalidRequestError) return stripe.client.paymentIntents.retrieve(id)
    throw problem
  }
}

async function createIntent(
  { providers, log }: ChargeCtx,
  row: LoadedPayment,
  charge: Charge,
): Promise<Stripe.PaymentIntent | (Outcome & { status: 'failed' })> {
  try {
    return await providers.stripe.client.paymentIntents.create(intentParams(row, charge), {
      idempotencyKey: `payment-${row.policy_payment_id}`,
    })
  } catch (problem) {
    // A decline comes as an error that carries the intent it is about.
    if (problem instanceof Stripe.errors.StripeError && problem.payment_intent) return problem.payment_intent
    // Stripe will not take this request, however often it is asked; nothing was charged.
    if (problem instanceof Stripe.errors.StripeCardError)
      return { ...refusedAs(problem), declineCode: problem.decline_code, reason: problem.message }
    // Its words are for whoever wrote the request, not for the payer (API-7).
    if (problem instanceof Stripe.errors.StripeInvalidRequestError) {
      log.error({ err: problem, policyPaymentId: row.policy_payment_id }, 'Stripe rejected the request')
      return { ...refusedAs(problem), reason: processingProblem }
    }
    throw problem
  }
}

const refusedAs = ({ code }: Stripe.errors.StripeError) => ({ status: 'failed' as const, code: code ?? 'refused' })

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
