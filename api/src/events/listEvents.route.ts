import { type Kysely, sql } from 'kysely'
import { visibleAgencyCondition } from '../agencies/visibility.ts'
import type { DB } from '../db/schema.ts'
import { ApiError } from '../http/api-error.ts'
import type { Handler } from '../http/operation.ts'
import { decodePositionCursor, encodePositionCursor } from '../http/page.ts'
import { ok } from '../http/response.ts'
import { numberEvents } from '../outbox/number-events.ts'
import { type EventRow, toEventResponse } from './event-response.ts'

const defaultLimit = 100

/** Returns the oldest and newest positions in the event log. All positions between them exist (ADR 29). */
async function getRetainedPositions(db: Kysely<DB>): Promise<{ oldest: number; newest: number }> {
  const { rows } = await sql<{ oldest: number | null; newest: number | null }>`
    select min(position) as oldest, max(position) as newest from events`.execute(db)
  return { oldest: rows[0]?.oldest ?? 1, newest: rows[0]?.newest ?? 0 }
}

/**
 * Lists the events after a cursor that the caller can see. The response always contains a cursor to continue from, even
 * if there are no new events.
 * @throws {ApiError} 410 if events after the cursor were already deleted
 */
export const listEvents: Handler<'listEvents'> = async (ctx, { query }) => {
  const { limit = defaultLimit, after, start } = query
  await numberEvents(ctx.db)
  const { newest } = await getRetainedPositions(ctx.db)
  const place = after ? decodePositionCursor(after) : start === 'newest' ? newest : 0
  const seen =
    ctx.actor.kind === 'staff'
      ? sql`true`
      : sql`exists (select from agencies a where a.agency_id = e.agency_id and ${visibleAgencyCondition(ctx.actor)})`
  const { rows } = await sql<EventRow & { position: number }>`
    select e.event_id, e.type, e.occurred_at, e.data, e.position from events e
    where e.position > ${place} and e.position <= ${newest} and ${seen} order by e.position limit ${limit + 1}`.execute(
    ctx.db,
  )
  // Reads the positions after the events in order to detect events that were deleted at the same time.
  const { oldest } = await getRetainedPositions(ctx.db)
  if (after && place < oldest - 1)
    throw new ApiError({
      code: 'events_expired',
      message:
        'after: events after this cursor are no longer available. Reload your data, then read events without after.',
      field: 'after',
    })
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  // At the end of the list, the cursor moves to the newest event, even if the caller cannot see that event. This keeps
  // the cursor within the retained events.
  const end = Math.max(place, newest)
  return ok({
    events: shown.map(toEventResponse),
    after: encodePositionCursor(hasMore ? (shown.at(-1)?.position ?? place) : end),
    hasMore,
  })
}
