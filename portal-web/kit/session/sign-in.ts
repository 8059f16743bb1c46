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

// Every sign-in first clears the session, so that nothing of an earlier user remains even when it fails.

/**
 * Signs in with email and password, and with a code if the account uses two-factor authentication.
 *
 * @returns recovery codes if this log-in set up two-factor authentication
 */
export async function signInWithPassword(credentials: LoginRequest): Promise<string[] | undefined> {
  clearSession()
  const { payload } = await api.call(login, { body: credentials })
  const { recoveryCodes, ...session } = payload
  writeSession(toAgentSession(session))
  return recoveryCodes
}

/** Signs in with a link token from a URL, such as a hand-off or an agent link. */
export async function signInWithLinkToken(token: string) {
  clearSession()
  const { payload } = await api.call(authorizeToken, { query: { token } })
  writeSession(toAuthDataSession(payload))
}

/**
 * Redeems a resource, which works once, and signs in with its token.
 *
 * @returns the policy number of the resource, if it has one
 */
export async function signInWithResourceId(resourceId: string) {
  clearSession()
  const { payload } = await api.call(redeemResource, { path: { resourceId } })
  const holder = createTideline({ baseUrl: origin, token: payload.UnderlyingJwt })
  const profile = await holder.call(getProfile)
  writeSession(toAuthDataSession(profile.payload.data))
  return payload.policyNo
}

/** Signs an agent in with an encrypted link, and with a code if the account uses two-factor authentication. */
export async function signInWithAgentLink(encryptedPayload: string, code?: string): Promise<AgentSession> {
  clearSession()
  const { payload } = await api.call(loginByAgentLink, { body: { Token: encryptedPayload, ...(code && { code }) } })
  writeSession(toAgentSession({ ...payload, accountType: payload.data.accountType }))
  return payload
}

/** Returns the phone number in the format of the request: digits only, empty if there is none (ACC-15). */
export const toDigits = (phone: string) => phone.replace(/\D/g, '')

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

/** Clears the session immediately, without waiting for the server's response. An error response changes nothing. */
export function signOut() {
  const session = readSession()
  clearSession()
  if (!session) return
  const leaving = createTideline({
    baseUrl: origin,
    token: session.token,
    retries: 0,
    // The page may reload before the request completes.
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  })
  leaving.call(logout, { body: { everywhere: false } }).catch(() => undefined)
}
