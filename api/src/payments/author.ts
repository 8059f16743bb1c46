import { accountIdOf, type Ctx, nameOf, partyOf } from '../http/context.ts'
import type { Author } from '../ledger/store.ts'

/** Who made a payment row: 1 agent, 2 insured, 3 staff and jobs (createdAtUserType). */
export const authorOf = (ctx: Pick<Ctx, 'actor'>): Author => ({
  userId: accountIdOf(ctx.actor) ?? ('identityId' in ctx.actor ? ctx.actor.identityId : null),
  name: nameOf(ctx.actor),
  userType: partyOf(ctx.actor) ?? 3,
})
