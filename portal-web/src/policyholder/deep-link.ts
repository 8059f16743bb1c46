import { TidelineError } from '@tideline/sdk'
import { validateDeepLink } from '@tideline/sdk/operations'
import { paths } from '@tideline/web-kit/paths.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { linkTokenState } from '@tideline/web-kit/session/link-token.ts'
import { clearSession } from '@tideline/web-kit/session/session.ts'
import { type LoaderFunctionArgs, replace } from 'react-router'
import { clearLinkDraft } from './link-draft.ts'
import { generateAfterError } from './next-step.ts'

let wasIncomplete = false

/** Whether somebody came by a link that is none: cut by a mail program, or typed. */
export const cameByIncompleteLink = () => wasIncomplete

/** It was said. */
export const clearIncompleteLink = () => {
  wasIncomplete = false
}

/** What the sign-in page gets to know of a link before anybody is verified. */
export type DeepLink = { kind: 'valid'; deepLink: string } | { kind: 'expired' }

/**
 * Validates the link in the address (`/policyholder/new/…`, `/policyholder/authenticate/…`). An expired one stays and
 * says so in a dialog that cannot be left; any other refusal leads to the link request.
 */
export async function validateLink({ params, request }: LoaderFunctionArgs): Promise<DeepLink> {
  const deepLink = params.encryptedPayload
  if (!deepLink) throw replace(paths.policyholderGenerate())
  clearSession()
  // What was asked for has come.
  clearLinkDraft()
  if (linkTokenState(deepLink, Date.now()) === 'expired') return { kind: 'expired' }
  try {
    await api.call(validateDeepLink, { body: { Token: deepLink }, signal: request.signal })
    return { kind: 'valid', deepLink }
  } catch (error) {
    if (request.signal.aborted) throw error
    if (error instanceof TidelineError && error.code === 'gone') return { kind: 'expired' }
    const problem = error instanceof TidelineError ? error : undefined
    wasIncomplete = problem !== undefined && problem.code !== 'already_used' && problem.status < 500
    throw replace(generateAfterError(problem))
  }
}
