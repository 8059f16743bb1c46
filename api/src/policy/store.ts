import { sql, type Updateable } from 'kysely'
import { type PolicyCopy, policyCopiesSql } from '../db/policy-copies-sql.ts'
import type { Policy as PolicyTable } from '../db/schema.ts'
import type { TransactionContext } from '../http/context.ts'

/** Context of the functions that update policy columns for other areas. The caller must lock the policy first. */

type Db = Pick<TransactionContext, 'db'>
type At = Pick<TransactionContext, 'db' | 'now'>

const write = ({ db }: Db, policyId: string, columns: Updateable<PolicyTable>) =>
  db.updateTable('policies').set(columns).where('policy_id', '=', policyId).execute()

/**
 * Marks the policy as pending cancel. Stores the reason, the effective date and the price of the shortened term in
 * cents.
 */
export const markPendingCancel = (
  ctx: At,
  policyId: string,
  pending: { reasonCode: string; effectiveDate: string; grossCents: number; totalCents: number },
) =>
  write(ctx, policyId, {
    pending_cancel_at: ctx.now,
    cancel_reason_code: pending.reasonCode,
    cancel_effective_date: pending.effectiveDate,
    pending_cancel_gross_premium_cents: pending.grossCents,
    pending_cancel_total_premium_cents: pending.totalCents,
  })

/** Marks the pending cancellation as accepted by a person or a job with a future effective date. */
export const markCancellationAccepted = (
  ctx: At,
  policyId: string,
  accepted: { effectiveDate: string; acceptedBy: string | null },
) =>
  write(ctx, policyId, {
    cancel_accepted_at: ctx.now,
    cancel_accepted_by: accepted.acceptedBy,
    cancel_effective_date: accepted.effectiveDate,
  })

/** Marks the pending cancellation as complete and keeps its reason. */
export const markCancelled = (ctx: At, policyId: string, effectiveDate: string) =>
  write(ctx, policyId, {
    cancelled_at: ctx.now,
    pending_cancel_at: null,
    cancel_effective_date: effectiveDate,
  })

/** Marks the policy as cancelled and replaced by another term. */
export const markRewritten = (
  ctx: At,
  policyId: string,
  as: { reasonCode: string; effectiveDate: string; nextPolicyId: string },
) =>
  write(ctx, policyId, {
    cancelled_at: ctx.now,
    cancel_reason_code: as.reasonCode,
    cancel_effective_date: as.effectiveDate,
    next_policy_id: as.nextPolicyId,
  })

/** Removes a pending or completed cancellation from the policy. */
export const markReinstated = (ctx: At, policyId: string) =>
  write(ctx, policyId, {
    cancelled_at: null,
    pending_cancel_at: null,
    cancel_accepted_at: null,
    cancel_accepted_by: null,
    cancel_reason_code: null,
    cancel_effective_date: null,
    pending_cancel_gross_premium_cents: null,
    pending_cancel_total_premium_cents: null,
    reinstated_at: ctx.now,
  })

/** Marks the policy for non-renewal at the end of its term. */
export const markNonRenewed = (ctx: At, policyId: string) => write(ctx, policyId, { non_renewed_at: ctx.now })

/** Removes the non-renewal mark. Returns the time at which it was set. */
export async function removeNonRenewal(ctx: Db, policyId: string): Promise<{ nonRenewedAt: Date | null }> {
  const { non_renewed_at: nonRenewedAt } = await ctx.db
    .selectFrom('policies')
    .select('non_renewed_at')
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  await write(ctx, policyId, { non_renewed_at: null })
  return { nonRenewedAt }
}

/** Links policies to their renewals. */
export const markRenewed = ({ db }: Db, renewals: readonly PolicyCopy[]) =>
  sql`update policies p set next_policy_id = copy.to_id from ${policyCopiesSql(renewals)} where p.policy_id = copy.from_id`.execute(
    db,
  )

/** Removes the link to a renewal that was cancelled together with this term. The policy can then be renewed again. */
export const unlinkRenewal = (ctx: Db, policyId: string) => write(ctx, policyId, { next_policy_id: null })

/** Stores whether the agent and the insured have signed everything. */
export const updateSignedFlags = (ctx: Db, policyId: string, by: { agent: boolean; insured: boolean }) =>
  write(ctx, policyId, { is_signed_by_agent: by.agent, is_signed_by_insured: by.insured })

/** Changes the agency of record and the producer. */
export const updateAgencyOfRecord = (
  ctx: Db,
  policyId: string,
  to: { agencyId: string; agencyNo: string; producerName: string },
) => write(ctx, policyId, { agency_id: to.agencyId, agency_no: to.agencyNo, producer_name: to.producerName })

/**
 * Changes an insured's email address on file for all of the insured's policies.
 * @returns the numbers of these policies, or undefined if another insured with the same phone number has the address
 */
export async function updateEmailOnFile({ db }: Db, identityId: string, email: string): Promise<string[] | undefined> {
  // Concurrent changes to the same address run one after the other so that the second one sees the first.
  await sql`select pg_advisory_xact_lock(hashtext(${`address on file ${email.toLowerCase()}`}))`.execute(db)
  const taken = await db
    .selectFrom('policyholder_identities as own')
    .innerJoin('policyholder_identities as other', 'other.phone_digits', 'own.phone_digits')
    .select('other.identity_id')
    .where('own.identity_id', '=', identityId)
    .where('other.identity_id', '<>', identityId)
    .where('other.email', '=', email)
    .executeTakeFirst()
  if (taken) return undefined
  await db.updateTable('policyholder_identities').set({ email }).where('identity_id', '=', identityId).execute()
  const policies = await db
    .updateTable('policies')
    .set({ email })
    .where('identity_id', '=', identityId)
    .returning('policy_no')
    .execute()
  return policies.map(({ policy_no }) => policy_no).toSorted()
}

/**
 * Changes an insured's phone number on file for all of the insured's policies.
 * @returns the numbers of these policies, or undefined if another insured with the same email address has the number
 */
export async function updatePhoneOnFile({ db }: Db, identityId: string, phone: string): Promise<string[] | undefined> {
  const phone_digits = phone.replace(/\D/g, '')
  // Concurrent changes to the same number run one after the other so that the second one sees the first.
  await sql`select pg_advisory_xact_lock(hashtext(${`phone on file ${phone_digits}`}))`.execute(db)
  const taken = await db
    .selectFrom('policyholder_identities as own')
    .innerJoin('policyholder_identities as other', 'other.email', 'own.email')
    .select('other.identity_id')
    .where('own.identity_id', '=', identityId)
    .where('other.identity_id', '<>', identityId)
    .where('other.phone_digits', '=', phone_digits)
    .executeTakeFirst()
  if (taken) return undefined
  await db.updateTable('policyholder_identities').set({ phone_digits }).where('identity_id', '=', identityId).execute()
  const policies = await db
    .updateTable('policies')
    .set({ phone })
    .where('identity_id', '=', identityId)
    .returning('policy_no')
    .execute()
  return policies.map(({ policy_no }) => policy_no).toSorted()
}
