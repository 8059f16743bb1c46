import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Extends valid API keys when the sandbox clock moves forward. The keys stay valid for the same period of real time
 * (ADR 38).
 */
export async function extendApiKeys(trx: Transaction<DB>, now: Date, ms: number): Promise<void> {
  await sql`update api_keys set expires_at = expires_at + ${ms} * interval '1 millisecond'
    where revoked_at is null and expires_at > ${now}`.execute(trx)
}
