import type { AdminWebhookDelivery, EventType } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { createNotFoundError } from '../http/api-error.ts'
import { type Collection, findCollectionRow, toIdArray } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'

interface Row {
  delivery_id: string
  endpoint_id: string
  name: string
  event_id: string
  type: EventType
  state: AdminWebhookDelivery['state']
  attempts: number
  last_attempt_at: Date | null
  last_status: number | null
  last_error: string | null
  created_at: Date
  delivered_at: Date | null
}

/**
 * List of webhook deliveries. Reads the event id separately for each displayed row, since a join would read all events.
 */
export const adminWebhookDeliveryCollection: Collection<'listAdminWebhookDeliveries', Row> = {
  name: 'webhookDeliveries',
  from: sql`webhook_deliveries d`,
  columns: sql`d.delivery_id, d.endpoint_id, (select w.name from webhook_endpoints w where w.endpoint_id = d.endpoint_id) as name,
    (select e.event_id from events e where e.event_no = d.event_no) as event_id, d.type, d.state, d.attempts,
    d.last_attempt_at, d.last_status, d.last_error, d.created_at, d.delivered_at`,
  id: sql`d.delivery_id`,
  sorts: { createdAt: sql`d.created_at`, id: sql`d.delivery_id` },
  filters: {
    endpointId: (id) => sql`d.endpoint_id = ${id}::uuid`,
    state: (state) => sql`d.state = ${state}`,
    type: (type) => sql`d.type = ${type}`,
    id: (ids) => sql`d.delivery_id::text = any(${toIdArray(ids)}::text[])`,
  },
  present: (row) => ({
    ...{ id: row.delivery_id, endpointId: row.endpoint_id, endpointName: row.name, type: row.type, state: row.state },
    eventId: `evt_${row.event_id.replaceAll('-', '')}`,
    ...{ attempts: row.attempts, lastStatus: row.last_status, lastError: row.last_error },
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
  }),
}

/** Returns one delivery. Throws 404. */
export async function requireWebhookDelivery(ctx: Pick<Ctx, 'db'>, id: string): Promise<AdminWebhookDelivery> {
  const found = await findCollectionRow(ctx.db, adminWebhookDeliveryCollection, id)
  if (!found) throw createNotFoundError({ webhookDelivery: id })
  return found
}
