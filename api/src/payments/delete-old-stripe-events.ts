import type { Kysely } from 'kysely'
import { deleteBefore } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/**
 * Deletes Stripe events that were processed before a given time. Stripe can safely send a deleted event again:
 * processing it only reads the current state of its object.
 */
export const deleteOldStripeEvents = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'stripe_events', column: 'processed_at' }, before, signal)
