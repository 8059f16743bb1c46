import { TidelineError } from '@tideline/sdk'
import { validateDeepLink } from '@tideline/sdk/operations'
import { paths } from '@tideline/web-kit/paths.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getLinkTokenState } from '@tideline/web-kit/session/link-token.ts'
import { clearSession } from '@tideline/web-kit/session/session.ts'
import { type LoaderFunctionArgs, replace } from 'react-router'
import { clearLinkRequestDraft } from './link-request-draft.ts'
import { getLinkRequestPageAfterError } from './next-step.ts'

let wasIncomplete = false

/** Checks whether the user opened an invalid link, for example one that an email program truncated. */
export const hasOpenedInvalidLink = () => wasIncomplete

/** Clears the invalid-link flag after the message was shown. */
export const clearInvalidLink = () => {
  wasIncomplete = false
}

/** Result of validating a link before the user is verified. */
export type DeepLinkState = { kind: 'valid'; deepLink: string } | { kind: 'expired' }

/**
 * Validates the link in the URL (`/policyholder/new/…`, `/policyholder/authenticate/…`). Returns `expired` for an
 * expired link. Any other error redirects to the link request page.
 */
export async function loadDeepLink({ params, request }: LoaderFunctionArgs): Promise<DeepLinkState> {
  const deepLink = params.encryptedPayload
  if (!deepLink) throw replace(paths.policyholderGenerate())
  clearSession()
  // Clears the saved link request, because the link has arrived.
  clearLinkRequestDraft()
  if (getLinkTokenState(deepLink, Date.now()) === 'expired') return { kind: 'expired' }
  try {
    await api.call(validateDeepLink, { body: { Token: deepLink }, signal: request.signal })
    return { kind: 'valid', deepLink }
  } catch (error) {
    if (request.signal.aborted) throw error
    if (error instanceof TidelineError && error.code === 'gone') return { kind: 'expired' }
    const problem = error instanceof TidelineError ? error : undefined
    wasIncomplete = problem !== undefined && problem.code !== 'already_used' && problem.status < 500
    throw replace(getLinkRequestPageAfterError(problem))
  }
}
