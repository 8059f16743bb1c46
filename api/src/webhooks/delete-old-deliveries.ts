import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/** Deletes log entries of deliveries that were created before a given time. Pending deliveries are kept. */
export const deleteOldDeliveries = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    db,
    sql`webhook_deliveries`,
    sql`select ctid from webhook_deliveries where created_at < ${before} and state <> 'waiting' order by created_at`,
    signal,
  )
