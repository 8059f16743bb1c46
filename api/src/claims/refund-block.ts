import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Whether a claim `c` is open: it is neither denied nor closed. */
export const isOpenClaim = sql<SqlBool>`c.status not in ('Denied', 'Closed')`

/** A claim `c` of a term holds that term's return premium while it is open, and permanently once something was paid on it. */
const holdsReturnPremium = sql<SqlBool>`(c.paid_cents > 0 or ${isOpenClaim})`

/** Whether return premium of a term is on hold because of a claim. A claim belongs to the term in which its date of loss lies. */
export async function hasClaimOnReturnPremium(db: Kysely<DB>, policyId: string): Promise<boolean> {
  const { rows } = await sql<{ has_claim: boolean }>`
    select exists (select from claims c where c.policy_id = ${policyId} and ${holdsReturnPremium}) as has_claim`.execute(
    db,
  )
  return rows[0]?.has_claim ?? false
}

/** The number of the first such claim. */
export async function findClaimOnReturnPremium(db: Kysely<DB>, policyId: string): Promise<string | undefined> {
  const { rows } = await sql<{ claim_number: string }>`
    select c.claim_number from claims c where c.policy_id = ${policyId} and ${holdsReturnPremium}
    order by c.claim_number limit 1`.execute(db)
  return rows[0]?.claim_number
}

/** Whether a claim of the term is still open. */
export async function hasOpenClaim(db: Kysely<DB>, policyId: string): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (select from claims c where c.policy_id = ${policyId} and ${isOpenClaim}) as is_open`.execute(db)
  return rows[0]?.is_open ?? false
}
