import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { paths } from '../paths.ts'
import { saveDestination } from './destination.ts'
import { linkTokenState } from './link-token.ts'
import { readSession, type Session } from './session.ts'
import { signInWithLinkToken } from './sign-in.ts'

/** Who a route is for. `open` routes show nothing that needs a token. */
export type Audience = 'open' | 'agent' | 'policyholder'

export interface Visit {
  /** Who the route says that it is for; agents where it says nothing. */
  audience?: Audience | undefined
  /** The path and query that were asked for. */
  url: URL
  /** A token as part of the path (`:token`). */
  pathToken?: string | undefined
  session: Session | undefined
  now: number
}

export type Decision =
  | { kind: 'enter' }
  /** `from` is the page to lead back to once the visitor has a session. */
  | { kind: 'go'; to: string; from?: string }
  /** Sign in with the token, then come back to the address without it. */
  | { kind: 'signIn'; token: string; returnTo: string }

/** A session without a refresh token ends with its token. */
const isAlive = (session: Session | undefined, now: number) =>
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
 * May this visitor enter? (ACC-2.) A token in the path or the query signs in and leaves the address; without a
 * session agents' routes lead to the log-in and policyholders' routes to the link request.
 */
export function decide({ audience = 'agent', url, pathToken, session, now }: Visit): Decision {
  if (audience === 'open') return { kind: 'enter' }
  const token = pathToken ?? url.searchParams.get('token') ?? undefined
  const asked = withoutToken(url, pathToken)
  if (token && audience === 'agent') {
    const state = linkTokenState(token, now)
    if (state === 'valid') return { kind: 'signIn', token, returnTo: asked }
    return { kind: 'go', to: paths.login(state === 'expired' ? { redirect: asked } : {}) }
  }
  const isSignedIn = isAlive(session, now)
  if (audience === 'policyholder')
    return isSignedIn && session?.accountType === 'policyholder'
      ? { kind: 'enter' }
      : { kind: 'go', to: paths.policyholderGenerate(), from: asked }
  if (!isSignedIn) return { kind: 'go', to: paths.login({ redirect: asked }) }
  return session?.accountType === 'agent' ? { kind: 'enter' } : { kind: 'go', to: paths.unauthorized() }
}

/** The route loader that keeps out who may not enter. The server decides again for every call. */
export function guard(audience?: Audience) {
  return async ({ request, params }: LoaderFunctionArgs) => {
    const url = new URL(request.url)
    const decision = decide({ audience, url, pathToken: params.token, session: readSession(), now: Date.now() })
    if (decision.kind === 'go') {
      if (decision.from) saveDestination(decision.from, Date.now())
      throw redirect(decision.to)
    }
    if (decision.kind === 'enter') return null
    const signedIn = await signInWithLinkToken(decision.token).then(
      () => true,
      () => false,
    )
    // Replaced, so that the token is not in the browser's history either.
    throw replace(signedIn ? decision.returnTo : paths.login())
  }
}

/** Only addresses of this portal are redirected to; anything else would send a fresh session to a stranger. */
export function safeRedirect(to: string | null | undefined, fallback: string) {
  if (!to?.startsWith('/') || /^\/[/\\]/.test(to)) return fallback
  const origin = 'https://portal.invalid'
  const url = URL.canParse(to, origin) ? new URL(to, origin) : undefined
  return url?.origin === origin ? `${url.pathname}${url.search}${url.hash}` : fallback
}
