import { CancelReasonCode } from '@tideline/sdk/words'
import { type Kysely, sql } from 'kysely'
import { addDays, getEarlierDate, getLaterDate } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { assertNotRestricted } from '../../moratoriums/assert-not-restricted.ts'
import { describeRestriction, findRestriction, getLastRestrictedDate } from '../../moratoriums/find-restriction.ts'
import type { MoratoriumAction } from '../../moratoriums/moratorium-event.ts'
import type { Policy } from '../../policy/visibility.ts'
import { writtenRequestCondition } from '../../policy-reads/written-request.ts'
import type { CancelReason } from './reasons.ts'

/** Returns the moratorium actions that apply to a cancellation with this reason. */
export const getRestrictedCancellationActions = ({
  reasonCode,
}: Pick<CancelReason, 'reasonCode'>): MoratoriumAction[] =>
  reasonCode === CancelReasonCode.manualNonRenewal ? ['cancellation', 'nonRenewal'] : ['cancellation']

async function isWrittenInsuredRequest(db: Kysely<DB>, policyId: string): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean }>`
    select ${writtenRequestCondition} as is_own from policies p where p.policy_id = ${policyId}`.execute(db)
  return rows[0]?.is_own ?? false
}

/**
 * Returns whether a pending cancellation is on hold today because of a moratorium that began after the request (CAN-16,
 * ADR 40). For jobs, which retry later and do not record a rejection.
 */
export const isCancellationOnHold = async (ctx: Pick<Ctx, 'db' | 'now'>, policy: Policy, reason: CancelReason) =>
  (await findHoldReason(ctx, policy, reason)) !== undefined

/** Returns the message of the moratorium that puts a pending cancellation on hold, if any. */
export async function findHoldReason(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  policy: Policy,
  reason: CancelReason,
): Promise<string | undefined> {
  const { productId, countyFips, policyId } = policy
  if (!countyFips) return undefined
  const cancellation = {
    productId,
    countyFips,
    actions: getRestrictedCancellationActions(reason),
    day: getPropertyDate(now, policy),
  }
  const stop = await findRestriction(db, cancellation)
  return stop && !(await isWrittenInsuredRequest(db, policyId)) ? describeRestriction(stop) : undefined
}

/** Throws 422 with the moratorium's message if a cancellation is on hold. */
export async function assertCancellationNotOnHold(ctx: Ctx, policy: Policy, reason: CancelReason): Promise<void> {
  if (await isWrittenInsuredRequest(ctx.db, policy.policyId)) return
  await assertNotRestricted(ctx, policy, getRestrictedCancellationActions(reason), getPropertyDate(ctx.now, policy))
}

/**
 * Returns the date on which a pending cancellation ends coverage. If the date depends on receipt and a moratorium
 * delayed the cancellation, the date moves to the first day without restriction (ADR 40).
 */
export async function getCancellationDate(
  db: Kysely<DB>,
  policy: Policy,
  reason: CancelReason,
  today: string,
): Promise<string> {
  const requestedDate = policy.cancelEffectiveDate ?? today
  const { productId, countyFips } = policy
  if (reason.effectiveFrom !== 'receiptDate' || !countyFips || requestedDate >= today) return requestedDate
  const during = {
    productId,
    countyFips,
    actions: getRestrictedCancellationActions(reason),
    from: requestedDate,
    until: addDays(today, -1),
  }
  const last = await getLastRestrictedDate(db, during)
  if (!last || (await isWrittenInsuredRequest(db, policy.policyId))) return requestedDate
  return getEarlierDate(getLaterDate(requestedDate, addDays(last, 1)), policy.expirationDate)
}
