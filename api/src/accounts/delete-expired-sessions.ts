import { type Kysely, sql } from 'kysely'
import { deleteBefore, deleteInBatches } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/**
 * Deletes sessions that expired before `before`. Keeps expired sessions of a log-in that is still live, so that reuse
 * of an old refresh token can be detected.
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

/** Deletes the counters of failed log-ins whose last attempt was before the given time. */
export const deleteOldLoginAttempts = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'login_attempts', column: 'last_attempt_at' }, before, signal)
