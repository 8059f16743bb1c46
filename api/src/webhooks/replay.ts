import type { AdminWebhookDelivery } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError, createNotFoundError } from '../http/api-error.ts'
import { createBadRequestError } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { requireWebhookDelivery } from './admin-deliveries.ts'
import { requireWebhookEndpoint } from './admin-endpoints.ts'
import { enqueueDeliveries, subscribedCondition } from './create-event-deliveries.ts'

/** Maximum number of events per replay. Subscribers who missed more events can read the event list. */
const replayLimit = 10_000

/**
 * Sends a delivery again, even if it was accepted.
 * @throws {ApiError} 404 if the delivery does not exist; 409 if the endpoint is disabled
 */
export const replayDelivery = (ctx: Ctx, deliveryId: string): Promise<AdminWebhookDelivery> =>
  runInTransaction(ctx, async (ctx) => {
    const { endpointId } = await requireWebhookDelivery(ctx, deliveryId)
    await requireOn(ctx, endpointId)
    const { rows } = await sql<{ delivery_id: string }>`
      update webhook_deliveries set state = 'waiting', delivered_at = null where delivery_id = ${deliveryId}
      returning delivery_id`.execute(ctx.db)
    if (!rows.length) throw createNotFoundError({ delivery: deliveryId })
    await enqueueDeliveries(ctx, rows)
    await writeAuditEntry(ctx, { action: 'webhookDelivery.replay', entity: 'webhookDelivery', entityId: deliveryId })
    return requireWebhookDelivery(ctx, deliveryId)
  })

/**
 * Sends an endpoint all subscribed events since a given time, including events that the endpoint already accepted.
 * @throws {ApiError} 404 if the endpoint does not exist; 400 if the time is in the future; 409 if the endpoint is
 * disabled
 */
export const replayEventsSince = (ctx: Ctx, endpointId: string, since: string): Promise<{ deliveries: number }> =>
  runInTransaction(ctx, async (ctx) => {
    await requireOn(ctx, endpointId)
    if (new Date(since) > ctx.now) throw createBadRequestError('since', 'a time in the past.')
    const { rows } = await sql<{ delivery_id: string }>`
      insert into webhook_deliveries (endpoint_id, event_no, type, created_at)
      select w.endpoint_id, e.event_no, e.type, ${ctx.now} from events e join webhook_endpoints w on ${subscribedCondition}
      where w.endpoint_id = ${endpointId} and e.occurred_at >= ${since} order by e.event_no limit ${replayLimit}
      on conflict (endpoint_id, event_no) do update set state = 'waiting', delivered_at = null
      returning delivery_id`.execute(ctx.db)
    await enqueueDeliveries(ctx, rows)
    await writeAuditEntry(ctx, {
      ...{ action: 'webhookEndpoint.replay', entity: 'webhookEndpoint', entityId: endpointId },
      details: { since, deliveries: rows.length },
    })
    return { deliveries: rows.length }
  })

async function requireOn(ctx: Ctx, endpointId: string): Promise<void> {
  const { isActive } = await requireWebhookEndpoint(ctx, endpointId)
  if (!isActive) throw createConflictError('endpoint_disabled', 'This endpoint is disabled. Enable it first.')
}
