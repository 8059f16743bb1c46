import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { calculateCommission, storeEarningAgencies } from './calculate-commission.ts'

/**
 * Writes the commission that a transaction's premium earns or charges back (COM-2). Call it in the database transaction
 * that adds the policy transaction. A transaction without premium or rate has no lines.
 */
export async function recordCommission(trx: Transaction<DB>, policyTransactionId: string): Promise<void> {
  const { policyId, premiumCents } = await trx
    .selectFrom('policy_transactions')
    .select(['policy_id as policyId', 'tnx_gross_premium_cents as premiumCents'])
    .where('policy_transaction_id', '=', policyTransactionId)
    .executeTakeFirstOrThrow()
  if (premiumCents === 0) return
  await storeEarningAgencies(trx, sql`t.policy_transaction_id = ${policyTransactionId}`)
  await calculateCommission(trx, [policyId])
}
