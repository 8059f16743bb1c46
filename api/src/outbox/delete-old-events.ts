import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'
import { numberEvents } from './number-events.ts'

/**
 * Deletes events from before a given date and their deliveries, oldest first. Keeps the newest event because numbering
 * continues from it. Stops at the first undelivered event so that the remaining events have no gaps.
 */
export async function deleteOldEvents(db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> {
  // Numbers the events first, because they are not numbered yet if no client reads them.
  await numberEvents(db)
  const { rows } = await sql<{ stop: number | null }>`
    select least(
      (select max(position) from events),
      (select position from events where occurred_at >= ${before} and position is not null order by position limit 1),
      (select min(e.position) from webhook_deliveries d join events e using (event_no) where d.state = 'waiting')) as stop`.execute(
    db,
  )
  const stop = rows[0]?.stop
  if (!stop) return 0
  return deleteInBatches(
    db,
    sql`events`,
    sql`select ctid from events where position < ${stop} order by position`,
    signal,
  )
}
