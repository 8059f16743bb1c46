import { sql } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getBalanceAndAmountDue } from '../../ledger/invoices.ts'
import { buildPolicyStatusSql } from '../../policy/status.ts'
import type { Policy } from '../../policy/visibility.ts'
import { readWriteOffLimitCents } from '../../settings/settings.ts'
import { notifyRenewalOnHold } from './notify-renewal-on-hold.ts'

type HoldOutcome = 'paid' | 'boundByStaff' | 'termEnded'

/** Returns whether the past-due amount of the expiring term puts its renewal on hold (REN-5). Amounts are in cents. */
const isRenewalHeld = (pastDueCents: number, writeOffLimitCents: number): boolean => pastDueCents > writeOffLimitCents

/** Returns the past-due amount, in cents, that puts a policy's renewal on hold. Returns undefined if no amount does. */
export async function findHoldingAmount(ctx: TransactionContext, policy: Policy): Promise<number | undefined> {
  const { pastDueCents } = await getBalanceAndAmountDue(ctx.db, policy.policyId, getPropertyDate(ctx.now, policy))
  return isRenewalHeld(pastDueCents, await readWriteOffLimitCents(ctx.db, ctx.now)) ? pastDueCents : undefined
}

/**
 * Puts the renewal of a policy on hold, with one notice to the policyholder and one to the agency. Does nothing if it is
 * already on hold.
 */
export async function holdRenewal(ctx: TransactionContext, policy: Policy, amountCents: number): Promise<void> {
  const { policyId, policyNo, expirationDate } = policy
  const created = await ctx.db
    .insertInto('renewal_holds')
    .values({ policy_id: policyId, held_on: getPropertyDate(ctx.now, policy), amount_cents: amountCents })
    .onConflict((conflict) => conflict.column('policy_id').where('ended_at', 'is', null).doNothing())
    .returning('renewal_hold_id')
    .executeTakeFirst()
  if (!created) return
  await notifyRenewalOnHold(ctx, policy, amountCents)
  await writeAuditEntry(ctx, {
    ...{ action: 'policy.holdRenewal', entity: 'policy', entityId: policyNo, policyId },
    details: { reason: 'pastDue', amountCents, expirationDate },
  })
}

/** Ends the holds on the renewals of policies, if there are any. */
export async function endRenewalHolds(
  ctx: TransactionContext,
  policyIds: readonly string[],
  outcome: HoldOutcome,
): Promise<void> {
  await ctx.db
    .updateTable('renewal_holds')
    .set({ ended_at: ctx.now, outcome })
    .where('policy_id', '=', sql<string>`any(${policyIds}::uuid[])`)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends the holds of terms that have expired, are cancelled or will not be renewed (REN-5). */
export async function endObsoleteHolds({ db, now }: TransactionContext): Promise<void> {
  const outcome: HoldOutcome = 'termEnded'
  const isExpired = sql.raw(buildPolicyStatusSql('p', 'now.at').isExpired)
  await sql`update renewal_holds h set ended_at = now.at, outcome = ${outcome}
    from policies p, (select ${now}::timestamptz as at) now
    where p.policy_id = h.policy_id and h.ended_at is null
      and (p.cancelled_at is not null or p.non_renewed_at is not null or ${isExpired})`.execute(db)
}
