import { sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { createConflictError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getActorName, type TransactionContext } from '../http/context.ts'
import { toCents } from '../http/money.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { changePolicy, type LockedPolicy } from '../policy/change-policy.ts'
import { readLapses } from '../policy/lapses.ts'
import {
  assertCanChangeClaim,
  assertLossIsCovered,
  assertValidNoticeDate,
  type Claim,
  type ClaimChange,
  type ClaimDraft,
  getCoverageEndDate,
} from './claim.ts'
import { claimCreatedEvent } from './events.ts'
import { type ClaimRow, lockClaim, requireClaim, toClaimColumns, toClaimResponse } from './store.ts'

/**
 * Reports a claim as an agent or staff.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 422 if it is an earthquake policy or the loss is
 * outside coverage; 403 if an agent sets the adjuster
 */
export const createClaim = (ctx: Ctx, draft: ClaimDraft): Promise<Claim> =>
  changePolicy(ctx, draft.policyNo, 'reportClaim', async (ctx, policy) => {
    assertCanChangeClaim(ctx.actor, {}, draft)
    await assertPolicyCoversLoss(ctx, policy, draft)
    assertValidNoticeDate(draft, getPropertyDate(ctx.now, policy))
    return toClaimResponse(await insertClaim(ctx, policy, draft))
  })

/** Checks that the date of loss is within the coverage of a locked policy (CLM-1). Throws 422. */
export async function assertPolicyCoversLoss(
  ctx: TransactionContext,
  policy: LockedPolicy,
  loss: { dateOfLoss: string },
): Promise<void> {
  const lapses = await readLapses(ctx.db, policy.policyId)
  const cover = { ...policy, cancelledFrom: getCoverageEndDate(policy), lapses }
  assertLossIsCovered(loss, cover, getPropertyDate(ctx.now, policy))
}

/**
 * Adds a claim to a locked policy, after its dates were checked.
 * @param reportedBy the policyholder who reports the claim (CLM-3); null for agents and staff
 */
export async function insertClaim(
  ctx: TransactionContext,
  policy: LockedPolicy,
  draft: Omit<ClaimDraft, 'policyNo'>,
  reportedBy: string | null = null,
): Promise<ClaimRow> {
  const { claim_id } = await ctx.db
    .insertInto('claims')
    .values({
      claim_number: sql`next_claim_number(${draft.noticeDate}::date)`,
      policy_id: policy.policyId,
      notice_date: draft.noticeDate,
      date_of_loss: draft.dateOfLoss,
      cause: draft.causeOfLoss,
      ...toClaimColumns(draft),
      reported_by_identity_id: reportedBy,
      created_by_user_id: 'accountId' in ctx.actor ? ctx.actor.accountId : null,
      created_by_user_name: getActorName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('claim_id')
    .executeTakeFirstOrThrow()
  const claim = await requireClaim(ctx.db, ctx.actor, claim_id)
  await publishEvent(ctx, claimCreatedEvent, { policy, claim })
  await writeAuditEntry(ctx, {
    action: 'claim.create',
    entity: 'claim',
    entityId: claim_id,
    policyId: policy.policyId,
  })
  return claim
}

/** Fields of a claim that decide about money: they put return premium on hold, or release it (CLM-5). */
const decisive = ['status', 'dateOfLoss', 'reserve', 'paid'] as const

/** Returns the values of changed decisive fields before and after an update, for the audit log. */
function getDecision(before: Claim, after: Claim) {
  const fields = decisive.filter((field) => before[field] !== after[field])
  const getValues = (claim: Claim) => Object.fromEntries(fields.map((field) => [field, claim[field]]))
  return fields.length > 0 ? { before: getValues(before), after: getValues(after) } : {}
}

const fixed = ['id', 'claimNumber', 'policyNo', 'createdAt'] as const

/**
 * Updates a claim.
 * @throws {ApiError} 404 if the claim is not visible to the caller; 403 if an agent changes a field that only staff may
 * change; 422 if the id, claim number or policy differs; 409 if the claim was changed after the `updatedAt` in the
 * request
 */
export const updateClaim = (ctx: Ctx, claimId: string, change: ClaimChange): Promise<Claim> =>
  runInTransaction(ctx, async (ctx) => {
    const row = await lockClaim(ctx.db, ctx.actor, claimId)
    const before = toClaimResponse(row)
    const other = fixed.find((field) => change[field] !== undefined && change[field] !== before[field])
    if (other) throw createUnprocessableError('not_changeable', `${other}: it cannot be changed.`, other)
    if (change.updatedAt !== undefined && change.updatedAt !== before.updatedAt)
      throw createConflictError('concurrent_change', 'Someone else changed this claim. Reload it and try again.')
    assertCanChangeClaim(ctx.actor, before, change)
    // A claim can be closed after its policy was cancelled. The cancellation matters only if the date of loss changes.
    const { cancelledFrom, lapses } =
      change.dateOfLoss === before.dateOfLoss
        ? { cancelledFrom: null, lapses: [] }
        : { cancelledFrom: row.cancelled_from, lapses: await readLapses(ctx.db, row.policy_id) }
    const cover = { inceptionDate: row.inception_date, expirationDate: row.expiration_date, cancelledFrom, lapses }
    const today = getPropertyDate(ctx.now, { state: row.policy_state, timeZone: row.time_zone })
    assertLossIsCovered(change, cover, today)
    assertValidNoticeDate(change, today)
    await ctx.db
      .updateTable('claims')
      .set({
        status: change.status,
        notice_date: change.noticeDate,
        date_of_loss: change.dateOfLoss,
        cause: change.causeOfLoss ?? row.cause,
        ...toClaimColumns({ ...before, ...change }),
        reserve_cents: change.reserve === undefined ? row.reserve_cents : toCents(change.reserve, 'reserve'),
        paid_cents: change.paid === undefined ? row.paid_cents : toCents(change.paid, 'paid'),
      })
      .where('claim_id', '=', claimId)
      .execute()
    const after = toClaimResponse(await requireClaim(ctx.db, ctx.actor, claimId))
    const changed = Object.keys(after).filter((key) => after[key as keyof Claim] !== before[key as keyof Claim])
    await appendEvent(ctx.db, 'claim.updated', { policyId: row.policy_id }, { claimID: claimId }, ctx.now)
    await writeAuditEntry(ctx, {
      action: 'claim.update',
      entity: 'claim',
      entityId: claimId,
      policyId: row.policy_id,
      details: {
        changed: changed.filter((key) => key !== 'updatedAt'),
        ...getDecision(before, after),
      },
    })
    return after
  })

/**
 * Deletes a claim that was entered by mistake, with its documents and notes.
 *
 * @throws {ApiError} 404 if the claim is not visible to the caller; 409 if the claim has payments
 */
export const deleteClaim = (ctx: Ctx, claimId: string): Promise<Claim> =>
  runInTransaction(ctx, async (ctx) => {
    const row = await lockClaim(ctx.db, ctx.actor, claimId)
    if (row.paid_cents > 0) throw createConflictError('claim_is_paid', 'A claim with payments cannot be deleted.')
    await ctx.db.deleteFrom('claim_documents').where('claim_id', '=', claimId).execute()
    await ctx.db.deleteFrom('claim_notes').where('claim_id', '=', claimId).execute()
    await ctx.db.deleteFrom('claims').where('claim_id', '=', claimId).execute()
    await writeAuditEntry(ctx, {
      action: 'claim.delete',
      entity: 'claim',
      entityId: claimId,
      policyId: row.policy_id,
      details: { claimNumber: row.claim_number },
    })
    return toClaimResponse(row)
  })
