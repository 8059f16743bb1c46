import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** SQL condition: claim `c` is open. Open claims are neither denied nor closed. */
export const openClaimCondition = sql<SqlBool>`c.status not in ('Denied', 'Closed')`

/**
 * SQL condition: claim `c` puts the term's return premium on hold. An open claim does so until closed; a claim with a
 * payment does so permanently.
 */
const holdsReturnPremium = sql<SqlBool>`(c.paid_cents > 0 or ${openClaimCondition})`

/**
 * Returns whether a claim puts the return premium of a term on hold. A claim belongs to the term that contains its date
 * of loss.
 */
export async function isReturnPremiumOnHold(db: Kysely<DB>, policyId: string): Promise<boolean> {
  const { rows } = await sql<{ has_claim: boolean }>`
    select exists (select from claims c where c.policy_id = ${policyId} and ${holdsReturnPremium}) as has_claim`.execute(
    db,
  )
  return rows[0]?.has_claim ?? false
}

/** Returns the lowest claim number among the claims that put the return premium on hold, if any. */
export async function findClaimHoldingRefund(db: Kysely<DB>, policyId: string): Promise<string | undefined> {
  const { rows } = await sql<{ claim_number: string }>`
    select c.claim_number from claims c where c.policy_id = ${policyId} and ${holdsReturnPremium}
    order by c.claim_number limit 1`.execute(db)
  return rows[0]?.claim_number
}

/** Returns whether a term has an open claim. */
export async function hasOpenClaim(db: Kysely<DB>, policyId: string): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (select from claims c where c.policy_id = ${policyId} and ${openClaimCondition}) as is_open`.execute(
    db,
  )
  return rows[0]?.is_open ?? false
}
