import { type Ctx, getAccountId, getName, getParty } from '../http/context.ts'
import type { Author } from '../ledger/store.ts'

/** Returns the author of a payment row. User types (createdAtUserType): 1 agent, 2 insured, 3 staff and jobs. */
export const getAuthor = (ctx: Pick<Ctx, 'actor'>): Author => ({
  userId: getAccountId(ctx.actor) ?? ('identityId' in ctx.actor ? ctx.actor.identityId : null),
  name: getName(ctx.actor),
  userType: getParty(ctx.actor) ?? 3,
})
