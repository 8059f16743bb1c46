import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/** Takes away Stripe's messages that were worked on before a moment. One that came again would change nothing: what it is about is read anew. */
export const forgetMessages = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    db,
    sql`stripe_events`,
    sql`select ctid from stripe_events where processed_at < ${before} order by processed_at`,
    signal,
  )
