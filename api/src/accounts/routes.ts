import { decodeJwt } from 'jose'
import { ok } from '../http/answer.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { unauthorized } from '../http/refusal.ts'
import { authDataOf } from './auth-data.ts'
import { changePassword, resetAccountPassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { rewardLevel } from './reward-level.ts'
import { searchAccounts } from './search-accounts.ts'
import { endSession, refreshSession } from './session.ts'

export const accountHandlers = {
  login: async (ctx, { body }) => ok(await logIn(ctx, body)),

  refreshToken: async (ctx, { body }) => ok(await refreshSession(ctx, body.refreshToken)),

  logout: async (ctx, { body }) => {
    await endSession(ctx, body.everywhere ?? false)
    return ok(null)
  },

  changePassword: async (ctx, { body }) => {
    await changePassword(ctx, body)
    return ok(null)
  },

  resetAccountPassword: async (ctx, { path, body }) => {
    await resetAccountPassword(ctx, path.agentId, body.newPassword)
    return { statusCode: 200, message: 'Password reset successfully!', payload: null }
  },

  searchAccounts: async (ctx, { query }) =>
    ok(await searchAccounts(ctx, { q: query.q, take: query.take ?? 50, skip: query.skip ?? 0 })),

  getProfile: async (ctx, { request }) => {
    const { actor } = ctx
    if (!('sessionId' in actor)) throw unauthorized()
    const token = request.headers.get('authorization')?.slice(7) ?? ''
    const expiresAt = new Date((decodeJwt(token).exp ?? 0) * 1000).toISOString()
    const data = await authDataOf(ctx.db, actor.sessionId, token, expiresAt)
    if (!data) throw unauthorized()
    if (actor.kind !== 'agent') return ok({ data, agent: null })
    const { count } = await ctx.db
      .selectFrom('policies')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('agency_id', '=', actor.agencyId)
      .executeTakeFirstOrThrow()
    const level = rewardLevel(count)
    const agent = { agentNo: actor.agencyNo, policyCount: count, ...(level ? { rewardLevel: { name: level } } : {}) }
    return ok({ data, agent })
  },
} satisfies AreaHandlers
