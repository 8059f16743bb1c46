import type { Session as AgentSession, AuthData, PolicyholderSession } from '@tideline/sdk'
import { clearStorage } from './storage.ts'

type AccountType = AuthData['accountType']

/** The stored session of the signed-in user. The session survives a reload. */
export interface Session {
  accountType: AccountType
  token: string
  /** Missing if the user signed in with a link token or a single-use resource. The session then ends with its token. */
  refreshToken?: string
  /** Expiration time of `token` (ISO 8601). */
  expiresAt: string
  /** Token of the policyholder's link. The token opens the form for phone number and ZIP code again. */
  deepLink?: string
  /** `agent` if `data` is set; otherwise `insured`. */
  user: 'agent' | 'insured'
  data?: AuthData
  /** The server's response to a policyholder's log-in with a link. */
  validateReturn?: Pick<PolicyholderSession, 'jwt' | 'policy' | 'policyDocStatus' | 'invoiceDetails'>
}

const key = 'auth'
const listeners = new Set<() => void>()

const isSession = (value: unknown): value is Session =>
  typeof value === 'object' && value !== null && 'token' in value && 'accountType' in value && 'expiresAt' in value

const parse = (text: string | null): Session | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isSession(value) ? value : undefined
  } catch {
    return undefined
  }
}

// Returns the same object until the session changes, as useSyncExternalStore requires.
let seen: { text: string | null; session: Session | undefined } = { text: null, session: undefined }

export function readSession(): Session | undefined {
  const text = localStorage.getItem(key)
  if (text !== seen.text) seen = { text, session: parse(text) }
  return seen.session
}

const notifyListeners = () => {
  for (const listener of listeners) listener()
}

export function writeSession(session: Session) {
  localStorage.setItem(key, JSON.stringify(session))
  notifyListeners()
}

/** Removes the session and the user's stored data in every tab. */
export function clearSession() {
  localStorage.removeItem(key)
  clearStorage()
  notifyListeners()
}

function subscribe(listener: () => void) {
  const otherTab = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', otherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', otherTab)
  }
}

/** Calls the listener when a user signs in or out in any tab. Returns a function that unsubscribes the listener. */
export const subscribeToSession = subscribe

export const toAgentSession = (response: AgentSession): Session => ({
  accountType: response.accountType,
  token: response.token,
  refreshToken: response.refreshToken,
  expiresAt: response.expiresAt,
  user: 'agent',
  data: response.data,
})

/**
 * Returns the session for an account that signed in with a link token or a single-use resource. The session's token is
 * not renewed.
 */
export const toAuthDataSession = (data: AuthData): Session => ({
  accountType: data.accountType,
  token: data.Token,
  expiresAt: data.expiresAt,
  user: 'agent',
  data,
})

export const toPolicyholderSession = (response: PolicyholderSession, deepLink: string): Session => ({
  accountType: 'policyholder',
  token: response.jwt,
  refreshToken: response.refreshToken,
  expiresAt: response.expiresAt,
  deepLink,
  user: 'insured',
  validateReturn: {
    jwt: response.jwt,
    policy: response.policy,
    policyDocStatus: response.policyDocStatus,
    invoiceDetails: response.invoiceDetails,
  },
})
