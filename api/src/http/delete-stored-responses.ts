import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/** Takes away the answers that were kept for an Idempotency-Key, once it may be used anew. By the clock that gave them their day. */
export const deleteStoredResponses = (db: Kysely<DB>, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    db,
    sql`idempotency_keys`,
    sql`select ctid from idempotency_keys where expires_at < now() order by expires_at`,
    signal,
  )
