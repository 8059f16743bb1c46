import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Gives every event that has none its place in the order. Transactions commit in another order than they begin, so that no number
 * drawn inside them is safe to read on from: one that is lower may become visible later. Here one process at a time numbers what is
 * committed; whoever reads up to a place has seen all before it. Who finds another at it goes on without waiting: what that one has not
 * seen is numbered by the next.
 *
 * @returns how many got a place
 */
export const numberEvents = (db: Kysely<DB>): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('order of events')) as is_mine`.execute(trx)
    if (!locks[0]?.is_mine) return 0
    // A statement of its own after the lock, so that it sees what the one before has committed.
    const { rows } = await sql`
      with waiting as (
        select event_no, row_number() over (order by event_no) as place from events where position is null)
      update events e set position = waiting.place + coalesce((select max(position) from events), 0)
      from waiting where e.event_no = waiting.event_no returning e.event_no`.execute(trx)
    return rows.length
  })
