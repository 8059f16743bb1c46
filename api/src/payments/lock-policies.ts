import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Locks the policies that a payment's money is on, before their money is locked: everybody locks policy, balance and
 * payment in this order, and the ledger writes on the policy itself (`is_paid`), so any other order can deadlock.
 */
export const lockPaymentPolicies = (trx: Transaction<DB>, policyPaymentId: string) =>
  sql`select from policies where policy_id in (
      select policy_id from payments
      where policy_payment_id = ${policyPaymentId} or reverses_payment_id = ${policyPaymentId})
    order by policy_id for no key update`.execute(trx)

/** The same for policies by their ids. */
export const lockPolicies = (trx: Transaction<DB>, policyIds: string[]) =>
  sql`select from policies where policy_id = any(${policyIds}::uuid[]) order by policy_id for no key update`.execute(
    trx,
  )
