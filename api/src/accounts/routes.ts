import { ok } from '../http/answer.ts'
import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { adminAccounts, createAccount, requireAccount, updateAccount } from './admin-accounts.ts'
import { agentAccounts, inviteAgent, updateAgent } from './agent-accounts.ts'
import { changePassword, resetAccountPassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { endOwnSession, listOwnSessions } from './own-sessions.ts'
import { profileOf, updateProfile } from './profile.ts'
import { requestPasswordReset, resetPassword } from './reset-by-link.ts'
import { searchAccounts } from './search-accounts.ts'
import { endSession, refreshSession } from './session.ts'

export const accountHandlers = {
  login: async (ctx, { body }) => ok(await logIn(ctx, body)),

  refreshSession: async (ctx, { body }) => ok(await refreshSession(ctx, body.refreshToken)),

  logout: async (ctx, { body }) => {
    await endSession(ctx, body.everywhere ?? false)
    return ok(null)
  },

  changePassword: async (ctx, { body }) => {
    await changePassword(ctx, body)
    return ok(null)
  },

  resetAccountPassword: async (ctx, { path, body }) => {
    await resetAccountPassword(ctx, path.agentId, body)
    return { statusCode: 200, message: 'Password reset successfully!', payload: null }
  },

  searchAccounts: async (ctx, { query }) => ok(await searchAccounts(ctx, query)),

  getProfile: async (ctx, { request }) => ok(await profileOf(ctx, request)),

  updateProfile: async (ctx, { request, body }) => {
    await updateProfile(ctx, body)
    return ok(await profileOf(ctx, request))
  },

  requestPasswordReset: async (ctx, { body }) => {
    await requestPasswordReset(ctx, body.email)
    const message = 'If there is an account with this address, we have sent a link to it.'
    return { statusCode: 200, message, payload: null }
  },

  resetPassword: async (ctx, { body }) => {
    await resetPassword(ctx, body)
    return ok(null)
  },

  listSessions: async (ctx) => ok(await listOwnSessions(ctx)),

  endSession: async (ctx, { path }) => {
    await endOwnSession(ctx, path.sessionId)
    return ok(null)
  },

  listAdminAccounts: (ctx, { query }) => listCollection(ctx.db, adminAccounts, query),
  getAdminAccount: (ctx, { path }) => requireAccount(ctx, path.id),
  createAdminAccount: (ctx, { body }) => createAccount(ctx, body),
  updateAdminAccount: (ctx, { path, body }) => updateAccount(ctx, path.id, body),

  listAgentAccounts: async (ctx, { path }) => ok(await agentAccounts(ctx, path.agencyNo)),
  createAgentAccount: async (ctx, { path, body }) => ok(await inviteAgent(ctx, path.agencyNo, body)),
  updateAgentAccount: async (ctx, { path, body }) => ok(await updateAgent(ctx, path.agencyNo, path.agentId, body)),
} satisfies AreaHandlers
