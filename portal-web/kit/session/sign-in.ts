import { type AgentSession, createTideline, type LoginRequest, type PolicyholderSession } from '@tideline/sdk'
import {
  authorizeToken,
  getProfile,
  login,
  loginByAgentLink,
  loginPolicyholder,
  logout,
  redeemResource,
} from '@tideline/sdk/operations'
import { api } from './api.ts'
import { origin } from './origin.ts'
import {
  clearSession,
  getAgentSession,
  getAuthDataSession,
  getPolicyholderSession,
  readSession,
  writeSession,
} from './session.ts'

// Every way in clears what was there first: nothing of an earlier user is left, also when the new log-in fails.

/**
 * Signs in with email and password, and a code where the account has a second factor.
 *
 * @returns recovery codes, where this log-in has set the second factor up
 */
export async function signInWithPassword(credentials: LoginRequest): Promise<string[] | undefined> {
  clearSession()
  const { payload } = await api.call(login, { body: credentials })
  const { recoveryCodes, ...session } = payload
  writeSession(getAgentSession(session))
  return recoveryCodes
}

/** Takes a link token out of an address (a hand-off, an agent link) and signs its account in. */
export async function signInWithLinkToken(token: string) {
  clearSession()
  const { payload } = await api.call(authorizeToken, { query: { token } })
  writeSession(getAuthDataSession(payload))
}

/**
 * Redeems a resource, which works once, and signs in with the token behind it.
 *
 * @returns the policy that the resource was made for, if any
 */
export async function signInWithResource(resourceId: string) {
  clearSession()
  const { payload } = await api.call(redeemResource, { path: { resourceId } })
  const holder = createTideline({ baseUrl: origin, token: payload.UnderlyingJwt })
  const profile = await holder.call(getProfile)
  writeSession(getAuthDataSession(profile.payload.data))
  return payload.policyNo
}

/** Signs an agent in by an encrypted link, and a code where the account has a second factor. */
export async function signInWithAgentLink(encryptedPayload: string, code?: string): Promise<AgentSession> {
  clearSession()
  const { payload } = await api.call(loginByAgentLink, { body: { Token: encryptedPayload, ...(code && { code }) } })
  writeSession(getAgentSession({ ...payload, accountType: payload.data.accountType }))
  return payload
}

/** The phone as it is sent: digits only, empty when there is none (ACC-15). */
export const getDigits = (phone: string) => phone.replace(/\D/g, '')

/** Signs a policyholder in with a deep link and the phone and zip on record. */
export async function signInWithDeepLink(of: {
  deepLink: string
  phone?: string
  zip?: string
}): Promise<PolicyholderSession> {
  clearSession()
  const { deepLink, phone = '', zip = '' } = of
  const body = { Token: deepLink, Phone: getDigits(phone), Zip: zip }
  const { payload } = await api.call(loginPolicyholder, { body })
  writeSession(getPolicyholderSession(payload, deepLink))
  return payload
}

/** Forgets the user here at once; the server's answer is not waited for, and its refusal changes nothing. */
export function signOut() {
  const session = readSession()
  clearSession()
  if (!session) return
  const leaving = createTideline({
    baseUrl: origin,
    token: session.token,
    retries: 0,
    // The page may be loaded anew meanwhile.
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  })
  leaving.call(logout, { body: { everywhere: false } }).catch(() => undefined)
}
