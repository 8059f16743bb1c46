import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { CheckAllocation, LockboxItemRow } from './item.ts'
import { findPolicyNumbers } from './policy-numbers.ts'

/**
 * Proposes how to split a check that refers to several policies. Each policy gets the amount it owes, and the last one
 * gets the rest. Returns an empty list if a policy is unknown or would get nothing.
 */
export function proposeSplit(amountCents: number, owed: readonly (CheckAllocation | undefined)[]): CheckAllocation[] {
  let left = amountCents
  const parts = owed.flatMap((one, index) => {
    if (!one) return []
    const share = index === owed.length - 1 ? left : Math.min(left, Math.max(0, one.amountCents))
    left -= share
    return share > 0 ? [{ policyNo: one.policyNo, amountCents: share }] : []
  })
  return parts.length === owed.length ? parts : []
}

/** Returns the proposed split of each check that refers to several policies. Uses one query for all checks. */
export async function proposeSplits(db: Kysely<DB>, items: LockboxItemRow[]): Promise<Map<string, CheckAllocation[]>> {
  const named = items
    .map((item) => ({ item, numbers: findPolicyNumbers(item.reference ?? '') }))
    .filter(({ numbers }) => numbers.length > 1)
  if (named.length === 0) return new Map()
  const { rows } = await sql<CheckAllocation>`
    select p.policy_no as "policyNo", coalesce(b.due_cents, 0) as "amountCents"
    from policies p left join policy_balances b using (policy_id)
    where p.policy_no = any(${named.flatMap(({ numbers }) => numbers)})`.execute(db)
  const owed = new Map(rows.map((row) => [row.policyNo, row]))
  return new Map(
    named.map(({ item, numbers }) => [
      item.lockbox_item_id,
      proposeSplit(
        item.amount_cents,
        numbers.map((number) => owed.get(number)),
      ),
    ]),
  )
}
