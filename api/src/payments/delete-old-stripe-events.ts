import type { Kysely } from 'kysely'
import { deleteBefore } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/**
 * Deletes Stripe events that were processed before a given time. If Stripe sends a deleted event again, its object is
 * read again, and nothing changes.
 */
export const deleteOldStripeEvents = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'stripe_events', column: 'processed_at' }, before, signal)
