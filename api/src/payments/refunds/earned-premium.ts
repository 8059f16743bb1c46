import { type Kysely, sql } from 'kysely'
import { getEarlierDate } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { DB } from '../../db/schema.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getPaidCents, getPolicyBalance } from '../../ledger/store.ts'
import { getCarriedChargesCents, getElapsedChargesCents, getMinimumChargesCents } from '../../policy/elapsed-charges.ts'
import { readTerm } from '../../policy/read-term.ts'

interface Row {
  policyId: string
  productId: number
  state: string
  timeZone: string | null
  inceptionDate: string
  expirationDate: string
  cancelledFrom: string | null
}

/**
 * Returns the return premium for elapsed days that is withheld, in cents. It is withheld while a review is open and
 * after a review is declined.
 */
export async function getWithheldElapsedCents(db: Kysely<DB>, policyId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from refund_reviews
    where policy_id = ${policyId} and hold_reason = 'elapsedDays' and state in ('open', 'declined')`.execute(db)
  return rows[0]?.cents ?? 0
}

/**
 * Returns a policy's received money and its earned charges, in cents. Earned charges are earned premium, at least the
 * minimum earned premium, the policy fee and taxes. They include return premium for elapsed days until a second person
 * approves it. Before the term begins and after a flat cancellation, only the carried minimum is earned (PRI-9).
 */
async function getPaidAndEarnedCents(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  policyId: string,
): Promise<{ paidCents: number; earnedCents: number }> {
  const { rows } = await sql<Row>`
    select policy_id as "policyId", product_id as "productId", state, time_zone as "timeZone",
      inception_date as "inceptionDate", expiration_date as "expirationDate",
      case when cancelled_at is not null then cancel_effective_date end as "cancelledFrom"
    from policies where policy_id = ${policyId}`.execute(ctx.db)
  const [policy] = rows
  if (!policy) throw new Error(`There is no policy ${policyId}.`)
  const today = getPropertyDate(ctx.now, policy)
  const coveredUntil = policy.cancelledFrom ? getEarlierDate(today, policy.cancelledFrom) : today
  const balance = await getPolicyBalance(ctx.db, policyId)
  const paidCents = getPaidCents(balance)
  const term = await readTerm(ctx.db, policy)
  if (coveredUntil <= policy.inceptionDate)
    return { paidCents, earnedCents: Math.max(0, Math.min(balance.invoicedCents, getCarriedChargesCents(term))) }
  const withheldCents = await getWithheldElapsedCents(ctx.db, policyId)
  const elapsedCents = Math.min(balance.invoicedCents, getElapsedChargesCents(term, coveredUntil)) + withheldCents
  const minimumCents = Math.min(balance.invoicedCents, getMinimumChargesCents(term))
  return { paidCents, earnedCents: Math.max(0, elapsedCents, minimumCents) }
}

/**
 * Returns the policies that transferred money to this policy, with the transferred amount in cents that this policy
 * still has.
 */
async function getReceivedTransfers(db: Kysely<DB>, policyId: string): Promise<{ policyId: string; cents: number }[]> {
  const { rows } = await sql<{ policyId: string; cents: number }>`
    select first.policy_id as "policyId", sum(moved.amount_cents)::bigint as cents
    from payments moved join payments first on first.policy_payment_id = moved.reverses_payment_id
    where moved.policy_id = ${policyId} and moved.record_type = 'Transfer' and moved.status = 'paid'
      and first.policy_id <> moved.policy_id
    group by first.policy_id having sum(moved.amount_cents) > 0`.execute(db)
  return rows
}

/**
 * Returns whether a refund would leave the policy with less money than its earned charges (REF-9). If money was
 * transferred from a policy whose payments do not cover its earned charges, the missing amount must stay, too. Lock the
 * policy first.
 */
export async function takesEarnedPremium(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  policyId: string,
  amountCents: number,
): Promise<boolean> {
  const { paidCents, earnedCents } = await getPaidAndEarnedCents(ctx, policyId)
  let requiredCents = earnedCents
  for (const transferred of await getReceivedTransfers(ctx.db, policyId)) {
    const source = await getPaidAndEarnedCents(ctx, transferred.policyId)
    requiredCents += Math.min(transferred.cents, Math.max(0, source.earnedCents - source.paidCents))
  }
  return requiredCents > 0 && paidCents - amountCents < requiredCents
}
