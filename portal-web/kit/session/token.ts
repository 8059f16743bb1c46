import { createTideline, TidelineError } from '@tideline/sdk'
import { refreshSession } from '@tideline/sdk/operations'
import { origin } from './origin.ts'
import { readSession, type Session, writeSession } from './session.ts'

/**
 * Remaining lifetime, in milliseconds, below which a token is renewed. Prevents a token from expiring during a request.
 */
const renewWithinMs = 60_000

const shouldRenew = (session: Session, now: number) => Date.parse(session.expiresAt) - now < renewWithinMs

/**
 * An API client without a token, used to renew the session. A client with a token would call `getCurrentToken` again.
 */
const open = createTideline({ baseUrl: origin })

async function renew(): Promise<Session | undefined> {
  const session = readSession()
  // Reads the session again because another tab may have renewed the token while this tab waited for the lock.
  if (!session?.refreshToken || !shouldRenew(session, Date.now())) return session
  try {
    const { payload } = await open.call(refreshSession, { body: { refreshToken: session.refreshToken } })
    const renewed: Session = {
      ...session,
      token: payload.token,
      refreshToken: payload.refreshToken,
      expiresAt: payload.expiresAt,
      ...(session.data && { data: payload.data }),
    }
    writeSession(renewed)
    return renewed
  } catch (error) {
    // If the server is unreachable, returns the old token, which may still be valid. If the session has ended, the next
    // request fails with a 401 and the response handler redirects to the sign-in page.
    if (!(error instanceof TidelineError) || error.status !== 401) return session
    const { refreshToken: _ended, ...over } = session
    writeSession(over)
    return over
  }
}

/**
 * Returns the current access token, renewed if it expires soon. A Web Lock prevents two tabs from using the same
 * refresh token; a second use would end the session. Insecure contexts have no Web Locks, so a renewal is shared only
 * within one tab.
 */
export async function getCurrentToken(): Promise<string | undefined> {
  const session = readSession()
  if (!session || !shouldRenew(session, Date.now())) return session?.token
  const renewed = navigator.locks ? await navigator.locks.request('tideline-refresh', renew) : await renewInThisTab()
  return renewed?.token
}

let pendingRenewal: Promise<Session | undefined> | undefined
const renewInThisTab = () => {
  pendingRenewal ??= renew().finally(() => {
    pendingRenewal = undefined
  })
  return pendingRenewal
}
