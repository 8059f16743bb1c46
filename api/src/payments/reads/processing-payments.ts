import type { Kysely } from 'kysely'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Policy } from '../../policy/visibility.ts'

/**
 * Returns a policy's payments that were submitted but have not settled, oldest first. Each has its amount in cents and
 * its date in the property's time zone.
 */
export async function listProcessingPayments(db: Kysely<DB>, policy: Policy) {
  const rows = await db
    .selectFrom('payments')
    .select(['amount_cents', 'created_at'])
    .where('policy_id', '=', policy.policyId)
    .where('status', '=', 'processing')
    .where('amount_cents', '>', 0)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ cents: row.amount_cents, submittedOn: getPropertyDate(row.created_at, policy) }))
}
