import type { Kysely } from 'kysely'
import { deleteBefore } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/** Takes away codes that were mailed and expired before a moment. */
export const deleteExpiredCodes = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'signing_codes', column: 'expires_at' }, before, signal)

/** Takes away hand-offs that nobody followed until a moment. */
export const deleteExpiredHandOffs = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'resources', column: 'expires_at' }, before, signal)
