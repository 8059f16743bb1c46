import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Extends all live sessions when the sandbox clock moves forward. Nobody is logged out (ADR 38). */
export async function extendSessions(trx: Transaction<DB>, ms: number): Promise<void> {
  await sql`update sessions set expires_at = expires_at + ${ms} * interval '1 millisecond',
      rotated_at = rotated_at + ${ms} * interval '1 millisecond'
    where revoked_at is null`.execute(trx)
}
