import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { resetTwoFactor, unlockAccount } from './account-recovery.ts'
import { adminAccountCollection, createAccount, requireAccount, updateAccount } from './admin-accounts.ts'
import { getAgentAccount, inviteAgent, listAgentAccounts, updateAgent } from './agent-accounts.ts'
import { changePassword, resetAccountPassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { endOwnSession, listOwnSessions } from './own-sessions.ts'
import { getOwnPreferences, updateOwnPreferences } from './preferences.ts'
import { readProfile, updateProfile } from './profile.ts'
import { requestPasswordReset, resetPassword } from './reset-by-link.ts'
import { searchAccounts } from './search-accounts.ts'
import { endSession, refreshSession } from './session.ts'
import {
  confirmTwoFactorSetup,
  disableTwoFactor,
  getOwnTwoFactorStatus,
  renewRecoveryCodes,
  startTwoFactorSetup,
  startTwoFactorSetupAtLogin,
} from './two-factor/set-up.ts'

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

  getProfile: async (ctx, { request }) => ok(await readProfile(ctx, request)),

  updateProfile: async (ctx, { request, body }) => {
    await updateProfile(ctx, body)
    return ok(await readProfile(ctx, request))
  },

  getPreferences: async (ctx) => ok(await getOwnPreferences(ctx)),
  updatePreferences: async (ctx, { body }) => ok(await updateOwnPreferences(ctx, body)),

  requestPasswordReset: async (ctx, { body }) => {
    await requestPasswordReset(ctx, body.email)
    const message = 'If an account with this email address exists, we have sent it a link.'
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

  getSecondFactor: async (ctx) => ok(await getOwnTwoFactorStatus(ctx)),
  startSecondFactor: async (ctx, { body }) => ok(await startTwoFactorSetup(ctx, body)),
  startSecondFactorAtLogin: async (ctx, { body }) => ok(await startTwoFactorSetupAtLogin(ctx, body)),
  confirmSecondFactor: async (ctx, { body }) => ok({ recoveryCodes: await confirmTwoFactorSetup(ctx, body.code) }),
  renewRecoveryCodes: async (ctx, { body }) => ok({ recoveryCodes: await renewRecoveryCodes(ctx, body) }),

  removeSecondFactor: async (ctx, { body }) => {
    await disableTwoFactor(ctx, body)
    return ok(null)
  },

  resetSecondFactor: async (ctx, { path, body }) => {
    await resetTwoFactor(ctx, path.agentId, body.reason)
    return ok(null)
  },

  unlockAccount: async (ctx, { path, body }) => {
    await unlockAccount(ctx, path.agentId, body.reason)
    return ok(null)
  },

  listAdminAccounts: (ctx, { query }) => listCollection(ctx.db, adminAccountCollection, query),
  getAdminAccount: (ctx, { path }) => requireAccount(ctx, path.id),
  createAdminAccount: (ctx, { body }) => createAccount(ctx, body),
  updateAdminAccount: (ctx, { path, body }) => updateAccount(ctx, path.id, body),

  listAgentAccounts: async (ctx, { path }) => ok(await listAgentAccounts(ctx, path.agencyNo)),
  getAgentAccount: async (ctx, { path }) => ok(await getAgentAccount(ctx, path.agencyNo, path.agentId)),
  createAgentAccount: async (ctx, { path, body }) => ok(await inviteAgent(ctx, path.agencyNo, body)),
  updateAgentAccount: async (ctx, { path, body }) => ok(await updateAgent(ctx, path.agencyNo, path.agentId, body)),
} satisfies AreaHandlers
