import { sql } from 'kysely'
import { getAgencySubtreeIds } from '../agencies/store.ts'
import { type EventRow, toEventResponse } from '../events/event-response.ts'
import { createForbiddenError } from '../http/api-error.ts'
import type { Handler } from '../http/operation.ts'
import { readPage } from '../http/page.ts'
import { ok } from '../http/response.ts'

/** Number of changes that the list contains. Users do not page further, and `GET /api/v1/events` returns all of them. */
const newest = 100

interface Row extends EventRow {
  policyNo: string
  insuredName: string
}

/**
 * SQL for the newest events of the policies that these agencies service now. The index contains the events of each agency
 * in this order, so only the newest of each are read.
 */
const buildNewestEventsSql = (agencyIds: string[]) => sql`(
  select e.event_id, e.event_no, e.type, e.occurred_at, e.data, p.policy_no, p.insured_name
  from unnest(${agencyIds}::uuid[]) a (agency_id)
  cross join lateral (
    select n.* from events n where n.agency_id = a.agency_id and n.policy_id is not null
    order by n.occurred_at desc, n.event_no desc limit ${newest}) e
  join policies p on p.policy_id = e.policy_id and p.agency_id = any(${agencyIds}::uuid[])
  order by e.occurred_at desc, e.event_no desc limit ${newest}) e`

/**
 * Lists the latest events of the policies of the agent's agency and its sub-agencies, newest first (UI-15). Excludes
 * policies that another agency services now.
 */
export const listPolicyEvents: Handler<'listPolicyEvents'> = async ({ actor, db }, { query }) => {
  if (actor.kind !== 'agent') throw createForbiddenError()
  const page = await readPage<Row, Row>(
    db,
    {
      columns: sql`e.event_id, e.type, e.occurred_at, e.data, e.policy_no as "policyNo", e.insured_name as "insuredName"`,
      from: buildNewestEventsSql(await getAgencySubtreeIds(db, { id: actor.agencyId })),
      where: sql`true`,
      order: [
        { column: sql`e.occurred_at`, type: 'timestamptz', direction: 'desc' },
        { column: sql`e.event_no`, type: 'bigint', direction: 'desc' },
      ],
      present: (rows) => rows,
    },
    query,
  )
  return ok({
    ...page,
    items: page.items.map(({ policyNo, insuredName, ...event }) => ({
      event: toEventResponse(event),
      policyNo,
      insuredName,
    })),
  })
}
