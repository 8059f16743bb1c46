import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/** Takes away codes that were mailed and expired before a moment. */
export const forgetCodes = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    db,
    sql`signing_codes`,
    sql`select ctid from signing_codes where expires_at < ${before} order by expires_at`,
    signal,
  )

/** Takes away hand-offs that nobody followed until a moment. */
export const forgetResources = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    db,
    sql`resources`,
    sql`select ctid from resources where expires_at < ${before} order by expires_at`,
    signal,
  )
