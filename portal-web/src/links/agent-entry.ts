import { getPublicSettings } from '@tideline/sdk/operations'
import { paths } from '@tideline/web-kit/paths.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { decide, safeRedirect } from '@tideline/web-kit/session/guard.ts'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { getSecondStep } from '@tideline/web-kit/session/second-step.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { signInWithAgentLink, signInWithLinkToken, signInWithResource } from '@tideline/web-kit/session/sign-in.ts'
import { type LoaderFunctionArgs, redirectDocument, replace } from 'react-router'

// Addresses that show nothing: they sign an agent in and lead on. Each replaces itself, so that Back does not come here.

const succeeded = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  )

const agentPortal = () =>
  api.call(getPublicSettings).then(
    ({ payload }) => payload.links.agentPortal,
    () => paths.login(),
  )

/** `/auth/agent?token=|resource=&redirectTo=`; on any failure to the agent portal. */
export async function agentEntry({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const token = query.get('token')
  const resource = query.get('resource')
  const attempt = token ? signInWithLinkToken(token) : resource ? signInWithResource(resource) : undefined
  if (attempt && (await succeeded(attempt))) return replace(safeRedirect(query.get('redirectTo'), paths.policies()))
  const portal = await agentPortal()
  return portal.startsWith('/') ? replace(portal) : redirectDocument(portal)
}

/** `/agent/policylogin/:encryptedPayload?`: to the policy of the link, on anything but 200 to the log-in. */
export async function agentPolicyLogin({ params }: LoaderFunctionArgs) {
  if (!params.encryptedPayload) return replace(paths.login())
  try {
    return replace(getLinkPage(await signInWithAgentLink(params.encryptedPayload)))
  } catch (problem) {
    return confirmOrLeave(problem)
  }
}

/** Where a link to a policy leads. */
export const getLinkPage = ({ policy }: { policy: string | null }) => (policy ? paths.policy(policy) : paths.policies())

/** A link of an account with a second factor stays here, where its page asks for the code; any other failure goes to the log-in. */
const confirmOrLeave = (problem: unknown) => (getSecondStep(problem) === 'code' ? null : replace(paths.login()))

const commissionRoles = ['superuser', 'financeadmin'] as const

/**
 * `/agent/authenticate/:encryptedPayload?`: signs in and goes to the commissions of the back office, whose role check
 * still holds (ACC-13): whoever may not see them lands on /unauthorized.
 */
export async function agentAuthenticate({ params }: LoaderFunctionArgs) {
  if (!params.encryptedPayload) return replace(paths.login())
  try {
    await signInWithAgentLink(params.encryptedPayload)
  } catch (problem) {
    return confirmOrLeave(problem)
  }
  return canSeeCommissions() ? redirectDocument(paths.commissions()) : replace(paths.unauthorized())
}

/** Whether who is signed in may see the back office's commissions. */
export function canSeeCommissions(): boolean {
  const roles = getRoles(readSession())
  return commissionRoles.some((role) => roles.has(role))
}

/** `/agent/policy/:policyNo/policy-wizard/:resourceId?`: redeems the resource, then shows the wizard; else to /unauthorized. */
export async function agentWizardEntry({ params, request }: LoaderFunctionArgs) {
  const { policyNo = '', resourceId } = params
  if (!resourceId) {
    const visit = { audience: 'agent', url: new URL(request.url), session: readSession(), now: Date.now() } as const
    return decide(visit).kind === 'enter' ? null : replace(paths.unauthorized())
  }
  const signedIn = await succeeded(signInWithResource(resourceId))
  return replace(signedIn ? paths.agentWizard(policyNo) : paths.unauthorized())
}
