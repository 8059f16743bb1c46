import type { Kysely } from 'kysely'
import { deleteBefore } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/** Takes away Stripe's messages that were worked on before a moment. One that came again would change nothing: what it is about is read anew. */
export const deleteOldStripeEvents = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'stripe_events', column: 'processed_at' }, before, signal)
