import { type Kysely, sql } from 'kysely'
import { deleteBefore, deleteInBatches } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/**
 * Takes away the sessions that ended before a moment, with the hand-offs that were made in them. One that goes on keeps all the tokens it
 * had: an old one that comes back still ends it.
 */
export const deleteExpiredSessions = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    db,
    sql`sessions`,
    sql`select ctid from sessions s where expires_at < ${before}
      and (select true from sessions f where f.family_id = s.family_id and f.expires_at >= ${before} limit 1) is null
      order by expires_at`,
    signal,
  )

/** Takes away what was counted of wrong passwords whose last is of before a moment. */
export const deleteOldLoginAttempts = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'login_tries', column: 'last_at' }, before, signal)
