import { TidelineError } from '@tideline/sdk'
import { login, logout } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { clearSession, readSession, toAgentSession, writeSession } from '@tideline/web-kit/session/session.ts'
import type { AuthProvider } from 'react-admin'

const getRoles = () => (readSession()?.data?.Roles ?? '').split(',').filter(Boolean)
const isStaff = () => getRoles().includes('internal')

/** Returns the URL of the portal page for users without permission (ACC-2). */
export const getUnauthorizedUrl = () => `${window.location.origin}/unauthorized`

/** Handles log-in, log-out and roles for react-admin. The back office and the portal share one session. */
export const authProvider: AuthProvider = {
  login: async ({ username, password, code }: { username: string; password: string; code?: string }) => {
    const { payload } = await api.call(login, { body: { email: username, password, ...(code && { code }) } })
    if (!payload.data.Roles.split(',').includes('internal'))
      throw new Error('The back office is for staff. Agents and policyholders use the portal.')
    writeSession(toAgentSession(payload))
  },
  logout: async () => {
    // Sends agents who open the back office to the portal.
    if (readSession() && !isStaff()) return getUnauthorizedUrl()
    if (readSession()) await api.call(logout, { body: {} }).catch(ignoreExpiredSession)
    clearSession()
  },
  checkAuth: async () => {
    if (!readSession()) throw new Error('Please log in.')
    if (!isStaff())
      throw Object.assign(new Error('The back office is for staff.'), { redirectTo: getUnauthorizedUrl() })
  },
  checkError: async (error: { status?: number }) => {
    if (error.status !== 401) return
    clearSession()
    throw error
  },
  getIdentity: async () => {
    const data = readSession()?.data
    return { id: data?.AgentId ?? '', fullName: `${data?.FirstName ?? ''} ${data?.LastName ?? ''}`.trim() }
  },
  getPermissions: async () => getRoles(),
}

/** Ignores a 401 response to a log-out, since it means that the session had already expired. */
function ignoreExpiredSession(problem: unknown) {
  if (!(problem instanceof TidelineError && problem.status === 401)) throw problem
}
