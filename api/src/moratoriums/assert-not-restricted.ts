import { createUnprocessableError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { getActorName } from '../http/context.ts'
import { describeRestriction, findRestriction } from './find-restriction.ts'
import type { MoratoriumAction } from './moratorium-event.ts'

/**
 * Throws 422 with the moratorium if one restricts an action in the policy's county today (MOR-3). Call it before the
 * action's transaction so that the logged rejection is not rolled back. Do not call it for a written request of the
 * insured, which is never restricted.
 * @param today the date at the insured property, `YYYY-MM-DD`
 */
export async function assertNotRestricted(
  ctx: Ctx,
  policy: { policyId: string | null; productId: number; countyFips: string | null },
  actions: readonly MoratoriumAction[],
  today: string,
): Promise<void> {
  const { policyId, productId, countyFips } = policy
  if (!countyFips || actions.length === 0) return
  const stop = await findRestriction(ctx.db, { productId, countyFips, actions, day: today })
  if (!stop) return
  await ctx.db
    .insertInto('moratorium_rejections')
    .values({
      moratorium_event_id: stop.eventId,
      policy_id: policyId,
      county_fips: countyFips,
      action: stop.action,
      requested_by_name: getActorName(ctx.actor),
      created_at: ctx.now,
    })
    .execute()
  ctx.log.warn({ requestId: ctx.requestId, moratorium: stop.eventId, action: stop.action }, 'stopped by a moratorium')
  throw createUnprocessableError('moratorium', describeRestriction(stop))
}
