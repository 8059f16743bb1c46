import type { Kysely } from 'kysely'
import { deleteBefore } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/**
 * Deletes links that expired before a given time. A token contains its own expiration, so the rows are no longer
 * needed.
 */
export const deleteExpiredLinks = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'link_tokens', column: 'expires_at' }, before, signal)
