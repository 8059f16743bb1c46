import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type EventRow, presentEvent } from '../events/present-event.ts'
import { type Ctx, getRealTime, type TransactionContext } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { exhaustedJobs, hasPendingJob } from '../outbox/pending-job.ts'
import { unsealSecret } from './secret.ts'
import { type DeliveryOutcome, isAccepted, sendWebhook } from './send.ts'

declare module '../outbox/enqueue.ts' {
  interface Jobs {
    'deliver-webhook': { deliveryId: string }
  }
}

/** Maximum attempts of a delivery. With the queue's back-off, the last one is after three days. */
export const deliveryAttempts = 25

/** An endpoint that has accepted nothing for this long is disabled. */
const disableAfterMs = 3 * 86_400_000

/** Queues a delivery, for the first time or again. */
export const enqueueDelivery = (trx: TransactionContext['db'], deliveryId: string): Promise<void> =>
  enqueue(
    trx,
    'deliver-webhook',
    { deliveryId },
    { key: `deliver-webhook:${deliveryId}`, maxAttempts: deliveryAttempts },
  )

interface Due extends EventRow {
  endpoint_id: string
  name: string
  url: string
  secret_sealed: string
  old_secret_sealed: string | null
  old_secret_until: Date | null
  disabled_at: Date | null
  state: 'waiting' | 'delivered' | 'failed'
}

const getPendingDelivery = async (db: Kysely<DB>, deliveryId: string): Promise<Due | undefined> => {
  const { rows } = await sql<Due>`
    select w.endpoint_id, w.name, w.url, w.secret_sealed, w.old_secret_sealed, w.old_secret_until, w.disabled_at, d.state,
      e.event_id, e.type, e.occurred_at, e.data
    from webhook_deliveries d join webhook_endpoints w using (endpoint_id) join events e using (event_no)
    where d.delivery_id = ${deliveryId}`.execute(db)
  return rows[0]
}

/**
 * Makes one attempt at a delivery. A rejected delivery is retried by the queue with growing delays for three days. If
 * the process dies before it records a success, the event is sent again with the same ID, which the receiver
 * recognizes. Throws to request a retry.
 */
export async function deliverWebhook(ctx: Ctx, deliveryId: string, isLast: boolean): Promise<void> {
  const due = await getPendingDelivery(ctx.db, deliveryId)
  if (due?.state !== 'waiting') return
  const outcome: DeliveryOutcome = due.disabled_at ? { problem: 'The endpoint is disabled.' } : await attempt(ctx, due)
  const isOver = isLast || due.disabled_at !== null
  await inTransaction(ctx, (ctx) => recordOutcome(ctx, deliveryId, due, outcome, isOver))
  if (!isAccepted(outcome) && !isOver) throw new DeliveryRejected(due.name)
}

/** The receiver did not accept the event, so the queue retries. This is not an error in Tideline. */
export class DeliveryRejected extends Error {
  constructor(name: string) {
    super(`${name} did not accept an event.`)
  }
}

function attempt(ctx: Ctx, due: Due): Promise<DeliveryOutcome> {
  const sealed = [
    due.secret_sealed,
    ...(due.old_secret_sealed && due.old_secret_until && due.old_secret_until > ctx.now ? [due.old_secret_sealed] : []),
  ]
  const event = presentEvent(due)
  return sendWebhook({
    url: due.url,
    secrets: sealed.map((one) => unsealSecret(ctx.keys, due.endpoint_id, one)),
    id: event.id,
    body: JSON.stringify(event),
    // Receivers reject a signature whose time differs from their own (ADR 38).
    now: getRealTime(ctx),
    mayGoInside: ctx.config.WEBHOOKS_MAY_GO_INSIDE,
  })
}

async function recordOutcome(
  ctx: TransactionContext,
  deliveryId: string,
  due: Due,
  outcome: DeliveryOutcome,
  isOver: boolean,
): Promise<void> {
  const taken = isAccepted(outcome)
  await ctx.db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      last_attempt_at: ctx.now,
      last_status: 'status' in outcome ? outcome.status : null,
      last_problem: taken ? null : 'problem' in outcome ? outcome.problem : `It responded with ${outcome.status}.`,
      ...(taken ? { state: 'delivered' as const, delivered_at: ctx.now } : {}),
      ...(!taken && isOver ? { state: 'failed' as const } : {}),
    }))
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'waiting')
    .execute()
  if (due.disabled_at) return
  if (taken)
    await sql`update webhook_endpoints set failing_since = null
      where endpoint_id = ${due.endpoint_id} and failing_since is not null`.execute(ctx.db)
  else await countFailure(ctx, due)
}

/**
 * Records since when an endpoint has been failing. After three days with failures only, disables it and emails its
 * creator.
 */
async function countFailure(ctx: TransactionContext, due: Due): Promise<void> {
  const longAgo = new Date(ctx.now.getTime() - disableAfterMs)
  const { rows } = await sql<{ email: string; first_name: string; is_off: boolean }>`
    update webhook_endpoints w set failing_since = coalesce(w.failing_since, ${ctx.now}),
      disabled_at = case when w.failing_since < ${longAgo} then ${ctx.now}::timestamptz end
    from accounts a where a.account_id = w.made_by and w.endpoint_id = ${due.endpoint_id} and w.disabled_at is null
    returning a.email::text as email, a.first_name, w.disabled_at is not null as is_off`.execute(ctx.db)
  const [row] = rows
  if (!row?.is_off) return
  await enqueueEmail(ctx.db, {
    to: row.email,
    template: 'webhook-disabled',
    values: { firstName: row.first_name, name: due.name, url: due.url },
  })
}

/**
 * Marks deliveries as failed when their job used up its attempts without a result because its process died each time.
 * Returns their number.
 */
export async function failStuckDeliveries({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries d set state = 'failed', last_problem = 'The delivery stopped unexpectedly.'
    from ${exhaustedJobs('deliver-webhook')} job
    where d.delivery_id::text = job.payload->>'deliveryId' and d.state = 'waiting'
      and not ${hasPendingJob('deliver-webhook', 'deliveryId', sql`d.delivery_id`)}`.execute(db)
  return Number(numAffectedRows)
}
