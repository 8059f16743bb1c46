import { type Kysely, sql } from 'kysely'
import { seenBy } from '../agencies/visible.ts'
import type { DB } from '../db/schema.ts'
import { ApiError } from '../http/api-error.ts'
import type { Handler } from '../http/operation.ts'
import { placeAfter, placeIn } from '../http/page.ts'
import { ok } from '../http/response.ts'
import { numberEvents } from '../outbox/number-events.ts'
import { type EventRow, presentEvent } from './present-event.ts'

const usual = 100

/** The first and the last place that is kept; those between them have no gap (ADR 29). */
async function placesKept(db: Kysely<DB>): Promise<{ oldest: number; newest: number }> {
  const { rows } = await sql<{ oldest: number | null; newest: number | null }>`
    select min(position) as oldest, max(position) as newest from events`.execute(db)
  return { oldest: rows[0]?.oldest ?? 1, newest: rows[0]?.newest ?? 0 }
}

/**
 * What happened after a place, for whom it concerns; the place to go on from is given even when nothing is new. Throws 410 for a place
 * after which some events are not kept any more.
 */
export const listEvents: Handler<'listEvents'> = async (ctx, { query }) => {
  const { limit = usual, after } = query
  const place = after ? placeAfter(after) : 0
  await numberEvents(ctx.db)
  const { newest } = await placesKept(ctx.db)
  const seen =
    ctx.actor.kind === 'staff'
      ? sql`true`
      : sql`exists (select from agencies a where a.agency_id = e.agency_id and ${seenBy(ctx.actor)})`
  const { rows } = await sql<EventRow & { position: number }>`
    select e.event_id, e.type, e.occurred_at, e.data, e.position from events e
    where e.position > ${place} and e.position <= ${newest} and ${seen} order by e.position limit ${limit + 1}`.execute(
    ctx.db,
  )
  // Asked afterwards: what is taken away meanwhile is told as well.
  const { oldest } = await placesKept(ctx.db)
  if (after && place < oldest - 1)
    throw new ApiError({
      code: 'events_gone',
      message:
        'after: events after this cursor are no longer available. Reload your data, then read events without after.',
      field: 'after',
    })
  const shown = rows.slice(0, limit)
  const hasMore = rows.length > limit
  // Who has seen all goes on from the newest, also when that was not theirs to see: the place stays among those that are kept.
  const end = Math.max(place, newest)
  return ok({
    events: shown.map(presentEvent),
    after: placeIn(hasMore ? (shown.at(-1)?.position ?? place) : end),
    hasMore,
  })
}
