import { sql } from 'kysely'
import type Stripe from 'stripe'
import { z } from 'zod'
import { ApiError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { readIntentWithMethod, recordCardFormPayment } from './card-form/record-card-payment.ts'
import { callStripeIfExists } from './charge/call-stripe.ts'
import { findIntentPayment, recordIntentOutcome } from './charge/charge.ts'
import { sendAuthorizationReleasedEmail } from './payment-emails.ts'
import { syncDispute } from './refunds/dispute.ts'
import { syncStripeRefund } from './refunds/refund.ts'

/**
 * Maximum difference between Stripe's clock and ours, in seconds. Stripe's library rejects only events that are too
 * old.
 */
const toleranceSeconds = 300

/** Returns whether the signature's timestamp is too far in the future. Uses the system clock, like Stripe's library. */
const isFutureTimestamp = (signature: string) =>
  Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]) > Date.now() / 1000 + toleranceSeconds

/** Verifies Stripe's signature of the raw body. Throws 401 if the signature is invalid, too old or from the future. */
function verifyEvent(ctx: Ctx, body: string, signature: string | null): Stripe.Event {
  const { client, webhookSecret } = ctx.providers.stripe
  try {
    const event = client.webhooks.constructEvent(body, signature ?? '', webhookSecret, toleranceSeconds)
    if (isFutureTimestamp(signature ?? '')) throw new Error('The timestamp lies ahead.')
    return event
  } catch (problem) {
    throw new ApiError({
      code: 'invalid_signature',
      message: 'Stripe-Signature: the signature does not match the body.',
      detail: (problem as Error).message,
    })
  }
}

/**
 * Processes an event from Stripe. Events can arrive repeatedly and in any order, so each event is stored by its id, and
 * its object is read from Stripe. A failed event stays unprocessed so that Stripe sends it again. An event with an
 * unknown object or shape counts as processed.
 */
export async function receiveStripeEvent(ctx: Ctx, body: string, signature: string | null): Promise<void> {
  const event = verifyEvent(ctx, body, signature)
  const object = z.object({ object: z.string(), id: z.string().max(255) }).safeParse(event.data?.object).data
  const isRelevant = object !== undefined && processedObjects.includes(object.object)
  const known = await ctx.db
    .insertInto('stripe_events')
    .values({
      event_id: event.id,
      type: event.type,
      object_id: object?.id ?? null,
      payload: JSON.stringify({ type: event.type }),
      processed_at: isRelevant ? null : ctx.now,
    })
    // The update changes nothing, but returns the event that was stored before.
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet(({ ref }) => ({ type: ref('excluded.type') })))
    .returning('processed_at')
    .executeTakeFirstOrThrow()
  if (known.processed_at || !isRelevant) return
  // Stripe signed the event, so it is processed with a system actor.
  await processObject({ ...ctx, actor: { kind: 'webhook', name: 'Stripe' } }, object)
  await sql`update stripe_events set processed_at = ${ctx.now} where event_id = ${event.id}`.execute(ctx.db)
}

/** Kinds of objects whose events change a payment. */
const processedObjects: readonly string[] = ['dispute', 'refund', 'payment_intent']

async function processObject(ctx: Ctx, { object, id }: { object: string; id: string }): Promise<void> {
  if (object === 'dispute') return syncDispute(ctx, id)
  if (object === 'refund') return syncStripeRefund(ctx, id)
  const intent = await callStripeIfExists(() => readIntentWithMethod(ctx, id))
  if (!intent) return
  const policyPaymentId = await findIntentPayment(ctx, intent)
  if (policyPaymentId) await recordIntentOutcome(ctx, policyPaymentId, intent)
  else await recordOrRelease(ctx, intent)
}

/**
 * Records a card payment whose result the browser did not report. If the price has changed, releases the authorization
 * and emails the insured.
 */
async function recordOrRelease(ctx: Ctx, intent: Stripe.PaymentIntent): Promise<void> {
  try {
    await recordCardFormPayment(ctx, intent)
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.status < 500)) throw problem
    const { policyNo } = intent.metadata
    if (policyNo)
      await runInTransaction(ctx, (ctx) =>
        sendAuthorizationReleasedEmail(ctx, policyNo, { amountCents: intent.amount, problem }),
      )
  }
}
