import { type Kysely, sql } from 'kysely'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { DB } from '../../db/schema.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import { type ReleasedPremium, releaseReturnPremium } from './release-return-premium.ts'

/**
 * Returns the credit in cents that a settled payment leaves on a cancelled policy, and the policy's location. Returns
 * undefined if the policy is not cancelled, or if it or the policy that replaced it owes the money (PAY-23).
 */
export async function findLateCredit(
  db: Kysely<DB>,
  policyId: string,
): Promise<{ creditCents: number; state: string; timeZone: string | null } | undefined> {
  const { rows } = await sql<{ state: string; timeZone: string | null }>`
    select p.state, p.time_zone as "timeZone" from policies p
    where p.policy_id = ${policyId} and p.cancelled_at is not null and p.pending_cancel_at is null
      and not exists (select from policy_balances b where b.policy_id = p.next_policy_id and b.due_cents > 0)`.execute(
    db,
  )
  const [cancelled] = rows
  const { dueCents } = await getPolicyBalance(db, policyId)
  return cancelled && dueCents < 0 ? { ...cancelled, creditCents: -dueCents } : undefined
}

/**
 * Refunds a late payment on a cancelled policy to its payer. The policy keeps the amount that it still owes (PAY-23,
 * REF-1). Returns undefined if nothing is refundable. Call it in the transaction that settles the payment, with the
 * policy locked.
 */
export async function refundLatePayment(
  { db, now }: Pick<TransactionContext, 'db' | 'now'>,
  { policyPaymentId, policyId, amountCents }: { policyPaymentId: string; policyId: string; amountCents: number },
): Promise<ReleasedPremium | undefined> {
  const late = await findLateCredit(db, policyId)
  if (!late) return undefined
  return releaseReturnPremium(
    { db, now, actor: { kind: 'job', name: 'Tideline' } },
    {
      policyId,
      policyPaymentId,
      cause: 'latePayment',
      cents: Math.min(amountCents, late.creditCents),
      description: 'Refund of a payment received after cancellation',
      effectiveDate: getPropertyDate(now, late),
    },
  )
}
