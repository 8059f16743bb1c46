import { type Kysely, sql } from 'kysely'
import { getEarlierDate, getLaterDate, plusDays } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-day.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { assertNotRestricted } from '../../moratoriums/assert-not-restricted.ts'
import type { MoratoriumAction } from '../../moratoriums/event.ts'
import { describeRestriction, findRestriction, getLastRestrictedDate } from '../../moratoriums/find-restriction.ts'
import type { Policy } from '../../policy/visibility.ts'
import { isWrittenRequest } from '../../policy-reads/written-request.ts'
import type { CancelReason } from './reasons.ts'

/** The reason by which staff end a term without another: a non-renewal by its nature. */
const manualNonRenewal = '41'

/** What a cancellation for this reason is to a moratorium. */
export const findCancellationRestriction = ({ reasonCode }: Pick<CancelReason, 'reasonCode'>): MoratoriumAction[] =>
  reasonCode === manualNonRenewal ? ['cancellation', 'nonRenewal'] : ['cancellation']

async function isInsuredsOwn(db: Kysely<DB>, policyId: string): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean }>`
    select ${isWrittenRequest} as is_own from policies p where p.policy_id = ${policyId}`.execute(db)
  return rows[0]?.is_own ?? false
}

/**
 * Whether a moratorium that began after the request holds the pending cancellation back today (CAN-16, ADR 40). For
 * jobs, which wait and come back: nobody is refused, so that no refusal is kept.
 */
export const isOnHold = async (ctx: Pick<Ctx, 'db' | 'now'>, policy: Policy, reason: CancelReason) =>
  (await findHoldReason(ctx, policy, reason)) !== undefined

/** The sentence of the moratorium by which the pending cancellation `isOnHold`. */
export async function findHoldReason(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  policy: Policy,
  reason: CancelReason,
): Promise<string | undefined> {
  const { productId, countyFips, policyId } = policy
  if (!countyFips) return undefined
  const asked = {
    productId,
    countyFips,
    actions: findCancellationRestriction(reason),
    day: getPropertyDate(now, policy),
  }
  const stop = await findRestriction(db, asked)
  return stop && !(await isInsuredsOwn(db, policyId)) ? describeRestriction(stop) : undefined
}

/** Refuses to complete a cancellation that `isOnHold`, with the sentence of the moratorium. Throws 422. */
export async function assertNotOnHold(ctx: Ctx, policy: Policy, reason: CancelReason): Promise<void> {
  if (await isInsuredsOwn(ctx.db, policy.policyId)) return
  await assertNotRestricted(ctx, policy, findCancellationRestriction(reason), getPropertyDate(ctx.now, policy))
}

/**
 * The day on which a pending cancellation ends the cover. One that counts from its receipt and was held back counts as received
 * on the first day on which nothing stops it: no day of the stop is taken back (ADR 40).
 */
export async function getCancellationDate(
  db: Kysely<DB>,
  policy: Policy,
  reason: CancelReason,
  today: string,
): Promise<string> {
  const asked = policy.cancelEffectiveDate ?? today
  const { productId, countyFips } = policy
  if (reason.effectiveFrom !== 'receiptDate' || !countyFips || asked >= today) return asked
  const during = {
    productId,
    countyFips,
    actions: findCancellationRestriction(reason),
    from: asked,
    until: plusDays(today, -1),
  }
  const last = await getLastRestrictedDate(db, during)
  if (!last || (await isInsuredsOwn(db, policy.policyId))) return asked
  return getEarlierDate(getLaterDate(asked, plusDays(last, 1)), policy.expirationDate)
}
