import { type Ctx, getAccountId, getActorName, getSigningParty } from '../http/context.ts'
import type { PaymentAuthor } from '../ledger/store.ts'

/** Returns the author of a payment row. User types (createdAtUserType): 1 agent, 2 insured, 3 staff and jobs. */
export const getPaymentAuthor = (ctx: Pick<Ctx, 'actor'>): PaymentAuthor => ({
  userId: getAccountId(ctx.actor) ?? ('identityId' in ctx.actor ? ctx.actor.identityId : null),
  name: getActorName(ctx.actor),
  userType: getSigningParty(ctx.actor) ?? 3,
})
