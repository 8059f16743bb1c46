import type { Kysely } from 'kysely'
import { deleteBefore } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/**
 * Deletes links that expired before a given time. The rows are no longer needed because a token contains its own
 * expiration.
 */
export const deleteExpiredLinks = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'link_tokens', column: 'expires_at' }, before, signal)
