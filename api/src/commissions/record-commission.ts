import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { calculateCommission, storeEarningAgenciesById } from './calculate-commission.ts'

/** A policy transaction with its premium in cents, negative for return premium. */
interface PostedTransaction {
  id: string
  policyId: string
  premiumCents: number
}

/**
 * Writes the commission lines for the transactions' premium: earned commission or chargebacks (COM-2). Call it in the
 * database transaction that adds the policy transactions. A transaction without premium or rate has no lines.
 */
export async function recordCommission(
  trx: Transaction<DB>,
  transactions: readonly PostedTransaction[],
): Promise<void> {
  const charged = transactions.filter(({ premiumCents }) => premiumCents > 0)
  if (charged.length > 0)
    await storeEarningAgenciesById(
      trx,
      charged.map(({ id }) => id),
    )
  const changed = transactions.filter(({ premiumCents }) => premiumCents !== 0)
  if (changed.length > 0) await calculateCommission(trx, [...new Set(changed.map(({ policyId }) => policyId))])
}
