import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Assigns a number to every committed event that has none. A reader can then continue from the last number without
 * missing an event that was committed late. Only one process numbers events at a time; another call returns
 * immediately.
 *
 * @returns the number of events that were numbered
 */
export const numberEvents = (db: Kysely<DB>): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('order of events')) as is_mine`.execute(trx)
    if (!locks[0]?.is_mine) return 0
    // Runs as a separate statement after the lock so that it sees the commits of the previous process.
    const { rows } = await sql`
      with waiting as (
        select event_no, row_number() over (order by event_no) as place from events where position is null)
      update events e set position = waiting.place + coalesce((select max(position) from events), 0)
      from waiting where e.event_no = waiting.event_no returning e.event_no`.execute(trx)
    return rows.length
  })

/** Returns the position of the newest event, or 0 if there is none. */
export async function getLastEventPosition(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ position: number | null }>`select max(position) as position from events`.execute(db)
  return rows[0]?.position ?? 0
}

/**
 * Numbers the events of a new demo book after a gap. A program that reads events from a cursor of the earlier data then
 * gets 410 instead of missing events (API-16).
 */
export async function numberEventsAfterGap(db: Kysely<DB>, lastPosition: number): Promise<void> {
  await sql`with numbered as (select event_no, row_number() over (order by event_no) as place from events)
    update events e set position = ${lastPosition}::bigint + 1 + numbered.place
    from numbered where e.event_no = numbered.event_no`.execute(db)
}
