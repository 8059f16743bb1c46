import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Locks the policies that hold a payment's money. Call it before their balances are locked because all code locks
 * policy, balance and payment in this order to avoid deadlocks.
 */
export const lockPaymentPolicies = (trx: Transaction<DB>, policyPaymentId: string) =>
  sql`select from policies where policy_id in (
      select policy_id from payments
      where policy_payment_id = ${policyPaymentId} or reverses_payment_id = ${policyPaymentId})
    order by policy_id for no key update`.execute(trx)

/** Locks policies in the order of their ids. */
export const lockPolicies = (trx: Transaction<DB>, policyIds: string[]) =>
  sql`select from policies where policy_id = any(${policyIds}::uuid[]) order by policy_id for no key update`.execute(
    trx,
  )
