import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type EventRow, toEventResponse } from '../events/event-response.ts'
import { type Ctx, getWallClockTime, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import { exhaustedJobsSql, pendingJobCondition } from '../outbox/pending-job.ts'
import { unsealSecret } from './secret.ts'
import { type DeliveryOutcome, isDeliveryAccepted, sendWebhook } from './send.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'deliver-webhook': { deliveryId: string }
  }
}

/** Maximum number of attempts per delivery. With the queue's backoff, the last attempt is after three days. */
const maxDeliveryAttempts = 25

/** Time without an accepted delivery after which an endpoint is disabled, in milliseconds. */
const disableAfterMs = 3 * 86_400_000

/** Queues a first or repeated delivery. */
export const enqueueDelivery = (trx: TransactionContext['db'], deliveryId: string): Promise<void> =>
  enqueueJob(
    trx,
    'deliver-webhook',
    { deliveryId },
    { key: `deliver-webhook:${deliveryId}`, maxAttempts: maxDeliveryAttempts },
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
 * Makes one delivery attempt. Throws if the delivery is rejected, so that the queue retries with growing delays for
 * three days. If the process dies before it records a success, the event is sent again with the same id, so receivers
 * can detect the duplicate.
 */
export async function deliverWebhook(ctx: Ctx, deliveryId: string, isLast: boolean): Promise<void> {
  const due = await getPendingDelivery(ctx.db, deliveryId)
  if (due?.state !== 'waiting') return
  const outcome: DeliveryOutcome = due.disabled_at ? { problem: 'The endpoint is disabled.' } : await attempt(ctx, due)
  const isOver = isLast || due.disabled_at !== null
  await runInTransaction(ctx, (ctx) => recordOutcome(ctx, deliveryId, due, outcome, isOver))
  if (!isDeliveryAccepted(outcome) && !isOver) throw new DeliveryRejectedError(due.name)
}

/** Error for a rejected delivery. Makes the queue retry. It does not indicate a fault in Tideline. */
class DeliveryRejectedError extends Error {
  constructor(name: string) {
    super(`${name} did not accept an event.`)
  }
}

function attempt(ctx: Ctx, due: Due): Promise<DeliveryOutcome> {
  const sealed = [
    due.secret_sealed,
    ...(due.old_secret_sealed && due.old_secret_until && due.old_secret_until > ctx.now ? [due.old_secret_sealed] : []),
  ]
  const event = toEventResponse(due)
  return sendWebhook({
    url: due.url,
    secrets: sealed.map((one) => unsealSecret(ctx.keys, due.endpoint_id, one)),
    id: event.id,
    body: JSON.stringify(event),
    // Uses real time because receivers reject a signature whose time differs from their clock (ADR 38).
    now: getWallClockTime(ctx),
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
  const taken = isDeliveryAccepted(outcome)
  await ctx.db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      last_attempt_at: ctx.now,
      last_status: 'status' in outcome ? outcome.status : null,
      last_error: taken ? null : 'problem' in outcome ? outcome.problem : `It responded with ${outcome.status}.`,
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
 * Records when an endpoint started to fail. If all deliveries have failed for three days, disables the endpoint and
 * emails its creator.
 */
async function countFailure(ctx: TransactionContext, due: Due): Promise<void> {
  const longAgo = new Date(ctx.now.getTime() - disableAfterMs)
  const { rows } = await sql<{ email: string; first_name: string; is_off: boolean }>`
    update webhook_endpoints w set failing_since = coalesce(w.failing_since, ${ctx.now}),
      disabled_at = case when w.failing_since < ${longAgo} then ${ctx.now}::timestamptz end
    from accounts a where a.account_id = w.created_by and w.endpoint_id = ${due.endpoint_id} and w.disabled_at is null
    returning a.email::text as email, a.first_name, w.disabled_at is not null as is_off`.execute(ctx.db)
  const [row] = rows
  if (!row?.is_off) return
  await enqueueEmail(ctx.db, {
    to: row.email,
    template: 'webhook-disabled',
    values: { firstName: row.first_name, name: due.name, url: due.url },
  })
}

/** Marks deliveries as failed if the process died in every attempt. Returns their number. */
export async function failStuckDeliveries({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries d set state = 'failed', last_error = 'The delivery stopped unexpectedly.'
    from ${exhaustedJobsSql('deliver-webhook')} job
    where d.delivery_id::text = job.payload->>'deliveryId' and d.state = 'waiting'
      and not ${pendingJobCondition('deliver-webhook', 'deliveryId', sql`d.delivery_id`)}`.execute(db)
  return Number(numAffectedRows)
}
