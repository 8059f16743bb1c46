import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { calculateCommission, storeEarningAgencies, toUuidArray } from './calculate-commission.ts'

/**
 * Writes the commission lines for the transactions' premium: earned commission or chargebacks (COM-2). Call it in the
 * database transaction that adds the policy transactions. A transaction without premium or rate has no lines.
 */
export async function recordCommission(trx: Transaction<DB>, policyTransactionIds: readonly string[]): Promise<void> {
  const ids = toUuidArray(policyTransactionIds)
  const rows = await trx
    .selectFrom('policy_transactions')
    .select('policy_id as policyId')
    .distinct()
    .where('policy_transaction_id', '=', sql<string>`any(${ids})`)
    .where('tnx_gross_premium_cents', '<>', 0)
    .execute()
  if (rows.length === 0) return
  await storeEarningAgencies(trx, sql`t.policy_transaction_id = any(${ids})`)
  await calculateCommission(
    trx,
    rows.map(({ policyId }) => policyId),
  )
}
