import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { TransactionContext } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { enqueueJob } from '../../outbox/enqueue-job.ts'
import { findChargeObstacle } from '../auto-pay/read-auto-pay.ts'
import {
  type Charge,
  cancelUnpaidIntent,
  chargeAtStripe,
  type LoadedPayment,
  loadPayment,
  recordIntentOutcome,
} from './charge.ts'
import type { ChargeContext } from './charge-context.ts'
import { recordChargeOutcome } from './record-charge-outcome.ts'

declare module '../../outbox/enqueue-job.ts' {
  interface Jobs {
    'finish-payment': Charge
    'sweep-payments': Record<string, never>
  }
}

const minuteMs = 60_000

/** Time after which the job finishes a payment if the request has not finished it, in milliseconds. */
export const finishDelayMs = minuteMs

/** Time in which a payer can confirm with the bank (3-D Secure), in milliseconds. */
const confirmWithinMs = 30 * minuteMs

/**
 * Maximum age of a payment that can still be sent to Stripe, in milliseconds. Stripe deletes idempotency keys after a
 * day, so a later retry could charge twice.
 */
const sendWithinMs = 20 * 60 * minuteMs

/** Crontab line: every hour, shortly after the load peak at the full hour. */
export const paymentSweepSchedule = '17 * * * * sweep-payments ?max=3'

const unsent = {
  status: 'failed',
  code: 'never_sent',
  reason: 'The payment could not be sent to the bank. Nothing was charged.',
} as const

/** Failures of automatic charges that must no longer be sent (BIL-17). */
const obstacles = {
  unauthorized: {
    status: 'failed',
    code: 'consent_withdrawn',
    reason: 'The authorization for automatic payments ended before the charge was sent. Nothing was charged.',
  },
  alreadyPaid: {
    status: 'failed',
    code: 'already_paid',
    reason: 'The amount was paid in another way before the charge was sent. Nothing was charged.',
  },
} as const

/** Time after which a charge that is on hold during a pause is checked again, in milliseconds (AUT-11). */
const pauseCheckMs = 60 * minuteMs

/**
 * Updates a `processing` payment with its status at Stripe. If Stripe has no record of it, charges it. Completes
 * payments that a stopped process left behind. It is safe to run at any time and repeatedly.
 */
export async function finishPayment(ctx: ChargeContext, charge: Charge): Promise<void> {
  const row = await loadPayment(ctx.db, charge.policyPaymentId)
  if (row.status !== 'processing') return
  const { client } = ctx.providers.stripe
  const intent = row.stripe_payment_intent_id
    ? await client.paymentIntents.retrieve(row.stripe_payment_intent_id)
    : await findIntent(client, row)
  const ageMs = ctx.now.getTime() - row.created_at.getTime()
  if (!intent) {
    const obstacle = await findChargeObstacle(ctx, charge.policyPaymentId)
    if (ageMs > sendWithinMs) await recordChargeOutcome(ctx, charge.policyPaymentId, unsent)
    else if (obstacle === 'paused') await rescheduleFinish(ctx, charge, new Date(ctx.now.getTime() + pauseCheckMs))
    else if (obstacle) await recordChargeOutcome(ctx, charge.policyPaymentId, obstacles[obstacle])
    else await chargeAtStripe(ctx, charge)
    return
  }
  if (intent.status !== 'requires_action' && intent.status !== 'requires_confirmation') {
    await recordIntentOutcome(ctx, charge.policyPaymentId, intent)
    return
  }
  if (ageMs > confirmWithinMs) await failUnfinishedPayment(ctx, charge.policyPaymentId, intent)
  else await rescheduleFinish(ctx, charge, new Date(row.created_at.getTime() + confirmWithinMs + minuteMs))
}

/**
 * Returns the intent of a payment whose process stopped before it stored Stripe's response. Uses Stripe's list, which
 * is always consistent, instead of its search.
 */
async function findIntent(client: Stripe, row: LoadedPayment): Promise<Stripe.PaymentIntent | undefined> {
  for await (const intent of client.paymentIntents.list({ customer: row.stripe_customer_id, limit: 100 }))
    if (intent.metadata.policyPaymentId === row.policy_payment_id) return intent
  return undefined
}

/** Enqueues a job that finishes a payment in case the request stops. */
export const enqueueFinishPayment = (ctx: Pick<TransactionContext, 'db' | 'now'>, charge: Charge) =>
  enqueueJob(ctx.db, 'finish-payment', charge, {
    runAt: new Date(ctx.now.getTime() + finishDelayMs),
    key: `finish-payment:${charge.policyPaymentId}`,
  })

const rescheduleFinish = (ctx: ChargeContext, charge: Charge, runAt: Date) =>
  runInTransaction(ctx, (ctx) =>
    enqueueJob(ctx.db, 'finish-payment', charge, { runAt, key: `confirm-payment:${charge.policyPaymentId}` }),
  )

/** Cancels a payment that the payer did not confirm in time. If the payer confirmed meanwhile, records that outcome. */
export async function failUnfinishedPayment(
  ctx: ChargeContext,
  policyPaymentId: string,
  intent: Stripe.PaymentIntent,
): Promise<void> {
  const closed = await cancelUnpaidIntent(ctx, intent)
  if (closed.status !== 'canceled') await recordIntentOutcome(ctx, policyPaymentId, closed)
  else
    await recordChargeOutcome(
      ctx,
      policyPaymentId,
      { status: 'failed', code: 'not_confirmed', reason: 'The payment was not confirmed with the bank.' },
      closed,
    )
}

/**
 * Enqueues `finish-payment` for every payment that has been `processing` for an hour, because a webhook may have been
 * lost or a job may have failed. Payments that were not sent to Stripe yet are included only after a day because they
 * have their own job.
 */
export async function sweepPayments(ctx: Pick<ChargeContext, 'db' | 'now'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select policy_payment_id as id from payments
    where status = 'processing' and amount_cents > 0 and payment_method_id is not null
      and created_at < ${ctx.now}::timestamptz - interval '1 hour'
      and (stripe_payment_intent_id is not null or created_at < ${ctx.now}::timestamptz - interval '1 day')
    order by created_at limit 1000`.execute(ctx.db)
  await runInTransaction(ctx, async (ctx) => {
    for (const { id } of rows)
      await enqueueJob(
        ctx.db,
        'finish-payment',
        { policyPaymentId: id },
        { key: `sweep-payment:${id}`, queue: 'payments-sweep' },
      )
  })
}
