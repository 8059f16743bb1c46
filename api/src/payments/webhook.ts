import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '../http/context.ts'
import { Refusal } from '../http/refusal.ts'
import { recordCardForm } from './card-form/record-card-payment.ts'
import { believe, paymentOf } from './charge/charge.ts'
import { takeDispute } from './refunds/dispute.ts'
import { takeRefund } from './refunds/refund.ts'

/** Checks Stripe's signature over the body as it came. Throws 401 when it is not Stripe's, or too old. */
function eventFrom(ctx: Ctx, body: string, signature: string | null): Stripe.Event {
  const { client, webhookSecret } = ctx.providers.stripe
  try {
    return client.webhooks.constructEvent(body, signature ?? '', webhookSecret)
  } catch (problem) {
    throw new Refusal({
      status: 401,
      code: 'bad_signature',
      message: 'Stripe-Signature: the signature does not fit the body.',
      detail: (problem as Error).message,
    })
  }
}

/**
 * Takes in an event from Stripe. Events come more than once and in any order: each is remembered by its id, and the
 * object is read anew, so that what is written down is what is true now. An event that could not be worked on is not
 * marked as done: Stripe sends it again.
 */
export async function receiveStripeEvent(ctx: Ctx, body: string, signature: string | null): Promise<void> {
  const event = eventFrom(ctx, body, signature)
  const object = event.data.object as { id?: string }
  await ctx.db
    .insertInto('stripe_events')
    .values({
      event_id: event.id,
      type: event.type,
      object_id: object.id ?? null,
      payload: JSON.stringify({ type: event.type }),
    })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute()
  const known = await ctx.db
    .selectFrom('stripe_events')
    .select('processed_at')
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()
  if (known.processed_at) return
  await act(ctx, event)
  await sql`update stripe_events set processed_at = ${ctx.now} where event_id = ${event.id}`.execute(ctx.db)
}

async function act(ctx: Ctx, event: Stripe.Event): Promise<void> {
  const object = event.data.object as { object: string; id: string }
  if (object.object === 'dispute') return takeDispute(ctx, object.id)
  if (object.object === 'refund') return takeRefund(ctx, object.id)
  if (object.object !== 'payment_intent') return
  const intent = await ctx.providers.stripe.client.paymentIntents.retrieve(object.id)
  const policyPaymentId = await paymentOf(ctx, intent)
  if (policyPaymentId) await believe(ctx, policyPaymentId, intent)
  else await recordCardForm(ctx, intent)
}
