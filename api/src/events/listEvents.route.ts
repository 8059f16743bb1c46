import { sql } from 'kysely'
import { seenBy } from '../agencies/visible.ts'
import { ok } from '../http/answer.ts'
import type { Handler } from '../http/operation.ts'
import { placeAfter, placeIn } from '../http/page.ts'
import { numberEvents } from '../outbox/number-events.ts'
import { type EventRow, presentEvent } from './present-event.ts'

const usual = 100

/** What happened after a place, for whom it concerns; the place to go on from is given even when nothing is new. */
export const listEvents: Handler<'listEvents'> = async (ctx, { query }) => {
  const { limit = usual, after } = query
  const place = after ? placeAfter(after) : 0
  await numberEvents(ctx.db)
  const seen =
    ctx.actor.kind === 'staff'
      ? sql`true`
      : sql`exists (select from agencies a where a.agency_id = e.agency_id and ${seenBy(ctx.actor)})`
  const { rows } = await sql<EventRow & { position: number }>`
    select e.event_id, e.type, e.occurred_at, e.data, e.position from events e
    where e.position > ${place} and ${seen} order by e.position limit ${limit + 1}`.execute(ctx.db)
  const shown = rows.slice(0, limit)
  return ok({
    events: shown.map(presentEvent),
    after: placeIn(shown.at(-1)?.position ?? place),
    hasMore: rows.length > limit,
  })
}
