import { decodeJwt } from 'jose'
import { writeAuditEntry } from '../audit/audit.ts'
import { getRewardLevel } from '../catalog/reward-level.ts'
import type { Operations } from '../generated/operations.ts'
import { createUnauthorizedError } from '../http/api-error.ts'
import { type Ctx, getAccountId } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { getAuthData } from './auth-data.ts'

/**
 * Returns the caller's profile. An agent's profile includes the agency's number, policy count and reward level. Throws
 * 401.
 */
export async function readProfile(ctx: Ctx, request: Request) {
  const { actor } = ctx
  if (!('sessionId' in actor)) throw createUnauthorizedError()
  const token = request.headers.get('authorization')?.slice(7) ?? ''
  const expiresAt = new Date((decodeJwt(token).exp ?? 0) * 1000).toISOString()
  const data = await getAuthData(ctx.db, actor.sessionId, token, expiresAt)
  if (!data) throw createUnauthorizedError()
  if (actor.kind !== 'agent') return { data, agent: null }
  const { count } = await ctx.db
    .selectFrom('policies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('agency_id', '=', actor.agencyId)
    .executeTakeFirstOrThrow()
  const level = getRewardLevel(count)
  return {
    data,
    agent: {
      agentNo: actor.agencyNo,
      isApproved: actor.isApproved,
      policyCount: count,
      ...(level ? { rewardLevel: { name: level } } : {}),
    },
  }
}

/** Changes the caller's own name and phone. Email and roles can be changed only by a superuser. Throws 401. */
export const updateProfile = (ctx: Ctx, input: Operations['updateProfile']['body']): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const accountId = getAccountId(ctx.actor)
    if (!accountId || !('sessionId' in ctx.actor)) throw createUnauthorizedError()
    await ctx.db
      .updateTable('accounts')
      .set({ first_name: input.FirstName.trim(), last_name: input.LastName.trim(), phone: input.Phone })
      .where('account_id', '=', accountId)
      .execute()
    await writeAuditEntry(ctx, { action: 'account.updateProfile', entity: 'account', entityId: accountId })
    // Removes the cached session so that later actions are recorded with the new name.
    ctx.forgetSession(ctx.actor.sessionId)
  })
