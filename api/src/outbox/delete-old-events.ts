import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'
import { numberEvents } from './number-events.ts'

/**
 * Takes away the events of before a day with their deliveries, from the first on: what is kept has no gap. The newest stays whatever its
 * age, since places are counted on from it, and so does all from an event on that some address has yet to get.
 */
export async function deleteOldEvents(db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> {
  // Where nobody reads them, nobody has given them places.
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
