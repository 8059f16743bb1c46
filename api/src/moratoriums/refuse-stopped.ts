import { sql } from 'kysely'
import type { Ctx } from '../http/context.ts'
import { nameOf } from '../http/context.ts'
import { refused } from '../http/refusal.ts'
import type { MoratoriumAction } from './event.ts'

const wordsOf: Record<MoratoriumAction, string> = {
  newBusiness: 'New business is',
  higherLimits: 'Higher limits are',
  lowerDeductible: 'Lower deductibles are',
  rewrite: 'Rewriting is',
  reinstatement: 'Reinstating is',
  cancellation: 'Cancelling is',
  nonRenewal: 'Non-renewal is',
}

interface Stop {
  eventId: string
  event: string
  county: string
}

/**
 * Refuses an action that a moratorium stops at the policy's county today (decision 24): 422 with the event's name. The
 * refusal is kept, so call this before the action's transaction begins: what is rolled back tells nobody. The insured's
 * own written request is never stopped; do not ask then.
 *
 * @param today `YYYY-MM-DD`, at the insured property
 */
export async function refuseStopped(
  ctx: Ctx,
  policy: { policyId: string | null; productId: number; countyFips: string | null },
  actions: readonly MoratoriumAction[],
  today: string,
): Promise<void> {
  if (!policy.countyFips || actions.length === 0) return
  const { rows } = await sql<Stop & { action: MoratoriumAction }>`
    select e.moratorium_event_id as "eventId", e.name as event, c.name as county, a.action
    from moratorium_locations l
    join moratorium_events e using (moratorium_event_id)
    join counties c using (county_fips)
    cross join lateral unnest(e.actions) a (action)
    where l.county_fips = ${policy.countyFips} and a.action = any(${actions as string[]}::text[])
      and ${policy.productId} = any(e.product_ids)
      and greatest(e.start_date, l.start_date) <= ${today}::date
      and coalesce(least(e.stop_date, l.stop_date), ${today}::date) >= ${today}::date
    order by l.start_date limit 1`.execute(ctx.db)
  const [stop] = rows
  if (!stop) return
  await ctx.db
    .insertInto('moratorium_refusals')
    .values({
      moratorium_event_id: stop.eventId,
      policy_id: policy.policyId,
      action: stop.action,
      refused_to: nameOf(ctx.actor),
      created_at: ctx.now,
    })
    .execute()
  ctx.log.warn({ requestId: ctx.requestId, moratorium: stop.eventId, action: stop.action }, 'stopped by a moratorium')
  throw refused('moratorium', `${wordsOf[stop.action]} stopped in ${stop.county} County by "${stop.event}".`)
}
