import { getPropertyDate } from '../../calendar/property-date.ts'
import type { Ctx } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { findRestriction } from '../../moratoriums/find-restriction.ts'
import { enqueueJob } from '../../outbox/enqueue-job.ts'
import { changePolicyAsSystem, type LockedPolicy } from '../../policy/change-policy.ts'
import { closeOffer, withdrawUncoveredOffer } from './close-offer.ts'
import { findOpenOffer } from './read-offer.ts'

declare module '../../outbox/enqueue-job.ts' {
  interface Jobs {
    'sweep-offers': Record<string, never>
    'expire-offer': { policyNo: string }
  }
}

/** Crontab line: every hour, so that offers expire soon after the date changes at the property. */
export const offerSweepSchedule = '47 * * * * sweep-offers ?max=3'

/** Enqueues a job for each open offer. The job checks the offer again with the policy locked. */
export const sweepOffers = (ctx: Ctx): Promise<void> =>
  runInTransaction(ctx, async ({ db }) => {
    const open = await db
      .selectFrom('reinstatement_offers as o')
      .innerJoin('policies as p', 'p.policy_id', 'o.policy_id')
      .select('p.policy_no as policyNo')
      .where('o.state', '=', 'open')
      .orderBy('o.expires_on')
      .execute()
    for (const { policyNo } of open)
      await enqueueJob(db, 'expire-offer', { policyNo }, { key: `expire-offer:${policyNo}` })
  })

/** Returns whether a moratorium restricts reinstatements today, so that staff cannot accept an offer. */
async function isReinstatementRestricted(
  { db }: Pick<Ctx, 'db'>,
  { productId, countyFips }: LockedPolicy,
  day: string,
): Promise<boolean> {
  if (!countyFips) return false
  return (await findRestriction(db, { productId, countyFips, actions: ['reinstatement'], day })) !== undefined
}

/**
 * Expires the policy's open offer after its last date, unless a moratorium restricts reinstatements (DEL-20). Withdraws
 * the offer if its payments no longer cover the amount needed. Safe to run again.
 */
export const expireOffer = (ctx: Ctx, policyNo: string): Promise<void> =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
    const offer = await findOpenOffer(ctx.db, policy.policyId)
    if (!offer) return
    const today = getPropertyDate(ctx.now, policy)
    const isExpired =
      today >= policy.expirationDate ||
      (today > offer.expires_on && !(await isReinstatementRestricted(ctx, policy, today)))
    if (isExpired) await closeOffer(ctx, offer, { outcome: 'expired' })
    else await withdrawUncoveredOffer(ctx, policy.policyId)
  })
