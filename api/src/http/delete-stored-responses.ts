import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/**
 * Deletes expired responses that were stored for an Idempotency-Key. Uses the database clock, which also determined the
 * expiration.
 */
export const deleteExpiredResponses = (db: Kysely<DB>, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    db,
    sql`idempotency_keys`,
    sql`select ctid from idempotency_keys where expires_at < now() order by expires_at`,
    signal,
  )
