import type { Session as AgentSession, AuthData, PolicyholderSession } from '@tideline/sdk'
import { clearStorage } from './storage.ts'

type AccountType = AuthData['accountType']

/** What is kept of the signed-in user (auth state). It survives a reload, as does what they draw (kept.ts). */
export interface Session {
  accountType: AccountType
  token: string
  /** Absent after a hand-off: such a session ends with its token. */
  refreshToken?: string
  /** When `token` ends, ISO 8601. */
  expiresAt: string
  /** The link a policyholder came by; leads back to the phone-and-zip form. */
  deepLink?: string
  /** 'agent' when auth data exists, otherwise 'insured'. */
  user: 'agent' | 'insured'
  data?: AuthData
  /** What the deep-link log-in answered. */
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

// useSyncExternalStore needs the same object while nothing has changed.
let seen: { text: string | null; session: Session | undefined } = { text: null, session: undefined }

export function readSession(): Session | undefined {
  const text = localStorage.getItem(key)
  if (text !== seen.text) seen = { text, session: parse(text) }
  return seen.session
}

const changed = () => {
  for (const listener of listeners) listener()
}

export function writeSession(session: Session) {
  localStorage.setItem(key, JSON.stringify(session))
  changed()
}

/** Forgets who is signed in, and what was kept for them, in every tab. */
export function clearSession() {
  localStorage.removeItem(key)
  clearStorage()
  changed()
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

/** Calls back when somebody signs in or out, in this tab or another. */
export const onSessionChange = subscribe

export const getAgentSession = (answer: AgentSession): Session => ({
  accountType: answer.accountType,
  token: answer.token,
  refreshToken: answer.refreshToken,
  expiresAt: answer.expiresAt,
  user: 'agent',
  data: answer.data,
})

/** An account that came in with a hand-off or a resource: a token that ends and is not renewed. */
export const getAuthDataSession = (data: AuthData): Session => ({
  accountType: data.accountType,
  token: data.Token,
  expiresAt: data.expiresAt,
  user: 'agent',
  data,
})

export const getPolicyholderSession = (answer: PolicyholderSession, deepLink: string): Session => ({
  accountType: 'policyholder',
  token: answer.jwt,
  refreshToken: answer.refreshToken,
  expiresAt: answer.expiresAt,
  deepLink,
  user: 'insured',
  validateReturn: {
    jwt: answer.jwt,
    policy: answer.policy,
    policyDocStatus: answer.policyDocStatus,
    invoiceDetails: answer.invoiceDetails,
  },
})
