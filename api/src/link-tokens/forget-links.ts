import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/** Takes away links that expired before a moment; that they have is told by the link itself. */
export const forgetLinks = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    db,
    sql`link_tokens`,
    sql`select ctid from link_tokens where expires_at < ${before} order by expires_at`,
    signal,
  )
