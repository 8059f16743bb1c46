import { createTideline, TidelineError } from '@tideline/sdk'
import { refreshSession } from '@tideline/sdk/operations'
import { origin } from './origin.ts'
import { readSession, type Session, writeSession } from './session.ts'

/** A token this close to its end is renewed first, so that it does not end on the way. */
const renewWithinMs = 60_000

const mustRenew = (session: Session, now: number) => Date.parse(session.expiresAt) - now < renewWithinMs

/** Renewing needs no token; a client of its own keeps it out of the circle. */
const open = createTideline({ baseUrl: origin })

async function renew(): Promise<Session | undefined> {
  const session = readSession()
  // While this tab waited for the lock another one may have renewed it.
  if (!session?.refreshToken || !mustRenew(session, Date.now())) return session
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
    // When the server is merely away the old token may still do. An ended session is not renewed again: the next call is
    // refused with it, and the response handler leads this kind of user to the right way in.
    if (!(error instanceof TidelineError) || error.status !== 401) return session
    const { refreshToken: _ended, ...over } = session
    writeSession(over)
    return over
  }
}

/**
 * The current access token, renewed when it is about to end. A refresh token works once, and using it twice ends the
 * whole session: the tabs take turns by a Web Lock (which only secure pages have; elsewhere the tab goes ahead).
 */
export async function currentToken(): Promise<string | undefined> {
  const session = readSession()
  if (!session || !mustRenew(session, Date.now())) return session?.token
  const renewed = navigator.locks ? await navigator.locks.request('tideline-refresh', renew) : await renewHere()
  return renewed?.token
}

let underWay: Promise<Session | undefined> | undefined
const renewHere = () => {
  underWay ??= renew().finally(() => {
    underWay = undefined
  })
  return underWay
}
