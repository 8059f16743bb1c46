import type { Kysely } from 'kysely'
import { deleteBefore } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/** Takes away links that expired before a moment; that they have is told by the link itself. */
export const deleteExpiredLinks = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'link_tokens', column: 'expires_at' }, before, signal)
