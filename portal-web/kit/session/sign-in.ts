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
  readSession,
  toAgentSession,
  toAuthDataSession,
  toPolicyholderSession,
  writeSession,
} from './session.ts'

// Each sign-in first clears the session so that no data of an earlier user remains, even if the sign-in fails.

/**
 * Signs in with email, password and, if required, a two-factor code.
 *
 * @returns recovery codes if two-factor authentication was set up during this log-in
 */
export async function signInWithPassword(credentials: LoginRequest): Promise<string[] | undefined> {
  clearSession()
  const { payload } = await api.call(login, { body: credentials })
  const { recoveryCodes, ...session } = payload
  writeSession(toAgentSession(session))
  return recoveryCodes
}

/** Signs in with a link token from a URL. */
export async function signInWithLinkToken(token: string) {
  clearSession()
  const { payload } = await api.call(authorizeToken, { query: { token } })
  writeSession(toAuthDataSession(payload))
}

/**
 * Redeems a single-use resource and signs in with its token.
 *
 * @returns the policy number of the resource, if any
 */
export async function signInWithResourceId(resourceId: string) {
  clearSession()
  const { payload } = await api.call(redeemResource, { path: { resourceId } })
  const holder = createTideline({ baseUrl: origin, token: payload.UnderlyingJwt })
  const profile = await holder.call(getProfile)
  writeSession(toAuthDataSession(profile.payload.data))
  return payload.policyNo
}

/**
 * Signs an agent in with an encrypted link. If the account uses two-factor authentication, a code is required as well.
 */
export async function signInWithAgentLink(encryptedPayload: string, code?: string): Promise<AgentSession> {
  clearSession()
  const { payload } = await api.call(loginByAgentLink, { body: { Token: encryptedPayload, ...(code && { code }) } })
  writeSession(toAgentSession({ ...payload, accountType: payload.data.accountType }))
  return payload
}

/** Returns only the digits of a phone number, as the API requires (ACC-15). */
const toDigits = (phone: string) => phone.replace(/\D/g, '')

/** Signs a policyholder in with a deep link and the phone and ZIP on record. */
export async function signInWithDeepLink(of: {
  deepLink: string
  phone?: string
  zip?: string
}): Promise<PolicyholderSession> {
  clearSession()
  const { deepLink, phone = '', zip = '' } = of
  const body = { Token: deepLink, Phone: toDigits(phone), Zip: zip }
  const { payload } = await api.call(loginPolicyholder, { body })
  writeSession(toPolicyholderSession(payload, deepLink))
  return payload
}

/**
 * Clears the session immediately, without waiting for the server's response to the log-out. An error response is
 * ignored.
 */
export function signOut() {
  const session = readSession()
  clearSession()
  if (!session) return
  const leaving = createTideline({
    baseUrl: origin,
    token: session.token,
    retries: 0,
    // Keeps the request alive if the page is reloaded first.
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  })
  leaving.call(logout, { body: { everywhere: false } }).catch(() => undefined)
}
