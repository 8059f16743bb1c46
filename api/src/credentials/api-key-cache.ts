import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Keys that open something before time passes in a sandbox open it as long afterwards, in the world's time (ADR 38). */
export async function cacheApiKeys(trx: Transaction<DB>, now: Date, ms: number): Promise<void> {
  await sql`update api_keys set expires_at = expires_at + ${ms} * interval '1 millisecond'
    where revoked_at is null and expires_at > ${now}`.execute(trx)
}
