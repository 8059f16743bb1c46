import { createTideline, TidelineError } from '@tideline/sdk'
import { refreshSession } from '@tideline/sdk/operations'
import { origin } from './origin.ts'
import { readSession, type Session, writeSession } from './session.ts'

/** Renews a token this close to its expiry, so that it does not expire during a request. */
const renewWithinMs = 60_000

const shouldRenew = (session: Session, now: number) => Date.parse(session.expiresAt) - now < renewWithinMs

/** Renewal needs no token. A separate client prevents recursion. */
const open = createTideline({ baseUrl: origin })

async function renew(): Promise<Session | undefined> {
  const session = readSession()
  // Another tab may have renewed the token while this one waited for the lock.
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
    // If the server is unreachable, the old token may still work. An ended session is not renewed again: the next
    // request fails with a 401, and the response handler redirects to the right sign-in page.
    if (!(error instanceof TidelineError) || error.status !== 401) return session
    const { refreshToken: _ended, ...over } = session
    writeSession(over)
    return over
  }
}

/**
 * Returns the current access token, renewed if it is about to expire. Using a refresh token twice ends the whole
 * session, so tabs take turns with a Web Lock. Pages without a secure context have no locks and renew directly.
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
