import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { paths } from '../paths.ts'
import { saveDestination } from './destination.ts'
import { getLinkTokenState } from './link-token.ts'
import { readSession, type Session } from './session.ts'
import { signInWithLinkToken } from './sign-in.ts'

/** The kind of user that can open a route. `open` routes show nothing that needs a token. */
export type RouteAudience = 'open' | 'agent' | 'policyholder'

export interface RouteVisit {
  /** The audience of the route; agents by default. */
  audience?: RouteAudience | undefined
  /** The requested URL. */
  url: URL
  /** A token in the path (`:token`). */
  pathToken?: string | undefined
  session: Session | undefined
  now: number
}

export type RouteDecision =
  | { kind: 'enter' }
  /** Redirects to `to`. `from` is the page to return to after signing in. */
  | { kind: 'go'; to: string; from?: string }
  /** Signs in with the token, then opens `returnTo`, a URL without the token. */
  | { kind: 'signIn'; token: string; returnTo: string }

/** Returns whether a session is usable. A session without a refresh token is usable until its token expires. */
const isSessionValid = (session: Session | undefined, now: number) =>
  session !== undefined && (session.refreshToken !== undefined || Date.parse(session.expiresAt) > now)

const withoutToken = (url: URL, pathToken: string | undefined) => {
  const clean = new URL(url)
  clean.searchParams.delete('token')
  if (pathToken && clean.pathname.endsWith(`/${encodeURIComponent(pathToken)}`))
    clean.pathname = clean.pathname.slice(0, -encodeURIComponent(pathToken).length - 1)
  else if (pathToken && clean.pathname.endsWith(`/${pathToken}`))
    clean.pathname = clean.pathname.slice(0, -pathToken.length - 1)
  return `${clean.pathname}${clean.search}${clean.hash}`
}

/**
 * Decides whether a visitor can open a route (ACC-2). A token in the path or query signs the visitor in. Visitors
 * without a session are redirected to the log-in page, or to the link request on policyholder routes.
 */
export function decideRouteAccess({ audience = 'agent', url, pathToken, session, now }: RouteVisit): RouteDecision {
  if (audience === 'open') return { kind: 'enter' }
  const token = pathToken ?? url.searchParams.get('token') ?? undefined
  const requestedUrl = withoutToken(url, pathToken)
  if (token && audience === 'agent') {
    const state = getLinkTokenState(token, now)
    if (state === 'valid') return { kind: 'signIn', token, returnTo: requestedUrl }
    return { kind: 'go', to: paths.login(state === 'expired' ? { redirect: requestedUrl } : {}) }
  }
  const isSignedIn = isSessionValid(session, now)
  if (audience === 'policyholder')
    return isSignedIn && session?.accountType === 'policyholder'
      ? { kind: 'enter' }
      : { kind: 'go', to: paths.policyholderGenerate(), from: requestedUrl }
  if (!isSignedIn) return { kind: 'go', to: paths.login({ redirect: requestedUrl }) }
  return session?.accountType === 'agent' ? { kind: 'enter' } : { kind: 'go', to: paths.unauthorized() }
}

/** Returns a route loader that redirects visitors without access. The server checks every request as well. */
export function createRouteGuard(audience?: RouteAudience) {
  return async ({ request, params }: LoaderFunctionArgs) => {
    const url = new URL(request.url)
    const decision = decideRouteAccess({
      audience,
      url,
      pathToken: params.token,
      session: readSession(),
      now: Date.now(),
    })
    if (decision.kind === 'go') {
      if (decision.from) saveDestination(decision.from, Date.now())
      throw redirect(decision.to)
    }
    if (decision.kind === 'enter') return null
    const signedIn = await signInWithLinkToken(decision.token).then(
      () => true,
      () => false,
    )
    // Replaces the history entry, so that the token does not stay in the browser history.
    throw replace(signedIn ? decision.returnTo : paths.login())
  }
}

/** Returns the path if it is in the portal, or `fallback`. Prevents redirects to another site after sign-in. */
export function getSafeRedirectPath(to: string | null | undefined, fallback: string) {
  if (!to?.startsWith('/') || /^\/[/\\]/.test(to)) return fallback
  const origin = 'https://portal.invalid'
  const url = URL.canParse(to, origin) ? new URL(to, origin) : undefined
  return url?.origin === origin ? `${url.pathname}${url.search}${url.hash}` : fallback
}
