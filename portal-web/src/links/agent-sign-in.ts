import { getPublicSettings } from '@tideline/sdk/operations'
import { paths } from '@tideline/web-kit/paths.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { decideRouteAccess, getSafeRedirectPath } from '@tideline/web-kit/session/route-guard.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { signInWithAgentLink, signInWithLinkToken, signInWithResourceId } from '@tideline/web-kit/session/sign-in.ts'
import { getTwoFactorStep } from '@tideline/web-kit/session/two-factor-step.ts'
import { type LoaderFunctionArgs, redirectDocument, replace } from 'react-router'

// Routes without a screen. They log an agent in and redirect with `replace`, so that Back skips them.

const hasSucceeded = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  )

const agentPortal = () =>
  api.call(getPublicSettings).then(
    ({ payload }) => payload.links.agentPortal,
    () => paths.login(),
  )

/**
 * `/auth/agent?token=|resource=&redirectTo=`: logs in with the token or resource in the URL. Redirects to the agent
 * portal if the log-in fails.
 */
export async function handleAgentSignIn({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const token = query.get('token')
  const resource = query.get('resource')
  const attempt = token ? signInWithLinkToken(token) : resource ? signInWithResourceId(resource) : undefined
  if (attempt && (await hasSucceeded(attempt)))
    return replace(getSafeRedirectPath(query.get('redirectTo'), paths.policies()))
  const portal = await agentPortal()
  return portal.startsWith('/') ? replace(portal) : redirectDocument(portal)
}

/**
 * `/agent/policylogin/:encryptedPayload?`: logs in and redirects to the policy of the link. Redirects to the log-in
 * page if the log-in fails.
 */
export async function handleAgentPolicyLogin({ params }: LoaderFunctionArgs) {
  if (!params.encryptedPayload) return replace(paths.login())
  try {
    return replace(getPolicyLinkPath(await signInWithAgentLink(params.encryptedPayload)))
  } catch (problem) {
    return stayForCodeOrRedirect(problem)
  }
}

/** Returns the page that a policy link opens. */
export const getPolicyLinkPath = ({ policy }: { policy: string | null }) =>
  policy ? paths.policy(policy) : paths.policies()

/**
 * Handles a failed log-in. If a two-factor code is required, stays on the page, which prompts for the code. Otherwise,
 * redirects to log-in.
 */
const stayForCodeOrRedirect = (problem: unknown) =>
  getTwoFactorStep(problem) === 'code' ? null : replace(paths.login())

const commissionRoles = ['superuser', 'financeadmin'] as const

/**
 * `/agent/authenticate/:encryptedPayload?`: logs in and redirects to the back office's commissions. Users without the
 * required role are redirected to /unauthorized (ACC-13).
 */
export async function handleAgentCommissionsLogin({ params }: LoaderFunctionArgs) {
  if (!params.encryptedPayload) return replace(paths.login())
  try {
    await signInWithAgentLink(params.encryptedPayload)
  } catch (problem) {
    return stayForCodeOrRedirect(problem)
  }
  return canSeeCommissions() ? redirectDocument(paths.commissions()) : replace(paths.unauthorized())
}

/** Checks whether the logged-in user can see commissions in the back office. */
export function canSeeCommissions(): boolean {
  const roles = getRoles(readSession())
  return commissionRoles.some((role) => roles.has(role))
}

/**
 * `/agent/policy/:policyNo/policy-wizard/:resourceId?`: logs in with the resource id and opens the wizard. Redirects to
 * /unauthorized if the log-in fails.
 */
export async function handleAgentWizardEntry({ params, request }: LoaderFunctionArgs) {
  const { policyNo = '', resourceId } = params
  if (!resourceId) {
    const visit = { audience: 'agent', url: new URL(request.url), session: readSession(), now: Date.now() } as const
    return decideRouteAccess(visit).kind === 'enter' ? null : replace(paths.unauthorized())
  }
  const signedIn = await hasSucceeded(signInWithResourceId(resourceId))
  return replace(signedIn ? paths.agentWizard(policyNo) : paths.unauthorized())
}
