import type { Kysely } from 'kysely'
import { deleteBefore } from '../db/delete-in-batches.ts'
import type { DB } from '../db/schema.ts'

/** Deletes emailed codes that expired before a given time. */
export const deleteExpiredCodes = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'signing_codes', column: 'expires_at' }, before, signal)

/** Deletes proof of insurance links that expired before a given time, with their views. */
export const deleteExpiredProofLinks = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'proof_links', column: 'expires_at' }, before, signal)

/** Deletes one-time wizard log-ins (`resources`) that expired before a given time. */
export const deleteExpiredHandOffs = (db: Kysely<DB>, before: Date, signal?: AbortSignal): Promise<number> =>
  deleteBefore(db, { table: 'resources', column: 'expires_at' }, before, signal)
