import type { AdminWebhookEndpoint, EventType } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { createNotFoundError } from '../http/api-error.ts'
import { anyContainsTextSql, type Collection, findCollectionRow, toIdArray } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'

interface Row {
  endpoint_id: string
  name: string
  url: string
  agency_no: string | null
  types: EventType[]
  disabled_at: Date | null
  failing_since: Date | null
  created_at: Date
  made_by_name: string
}

/** List of webhook endpoints, without secrets. */
export const adminWebhookEndpointCollection: Collection<'listAdminWebhookEndpoints', Row> = {
  name: 'webhookEndpoints',
  from: sql`webhook_endpoints w join accounts m on m.account_id = w.created_by left join agencies a on a.agency_id = w.agency_id`,
  columns: sql`w.endpoint_id, w.name, w.url, a.agency_no, w.types, w.disabled_at, w.failing_since, w.created_at,
    m.first_name || ' ' || m.last_name as made_by_name`,
  id: sql`w.endpoint_id`,
  sorts: { createdAt: sql`w.created_at`, name: sql`lower(w.name)`, id: sql`w.endpoint_id` },
  filters: {
    q: (text) => anyContainsTextSql([sql`w.name`, sql`w.url`], text),
    isActive: (flag) => sql`(w.disabled_at is null) = ${flag}`,
    agencyNo: (no) => sql`a.agency_no = ${no}`,
    id: (ids) => sql`w.endpoint_id::text = any(${toIdArray(ids)}::text[])`,
  },
  present: (row) => ({
    ...{ id: row.endpoint_id, name: row.name, url: row.url, agencyNo: row.agency_no, types: row.types },
    isActive: row.disabled_at === null,
    failingSince: row.failing_since?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.made_by_name,
  }),
}

/** Returns one webhook endpoint. Throws 404. */
export async function requireWebhookEndpoint(ctx: Pick<Ctx, 'db'>, id: string): Promise<AdminWebhookEndpoint> {
  const found = await findCollectionRow(ctx.db, adminWebhookEndpointCollection, id)
  if (!found) throw createNotFoundError({ webhookEndpoint: id })
  return found
}
