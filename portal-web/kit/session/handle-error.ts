import type { QueryMeta } from '@tanstack/react-query'
import { getErrorMessage, getErrorStatus } from '../errors/api-errors.ts'
import { getSignInPath, paths } from '../paths.ts'
import { showAlert } from '../ui/alert-queue.ts'
import { navigateTo } from './navigation.ts'
import { clearSession, readSession } from './session.ts'

const serverErrorText = 'There was a problem with the server. 500 Error'
const unauthorizedText = 'You are not authorized to view this page. Please log in and try again'

export type ErrorReaction =
  | { kind: 'none' }
  | { kind: 'alert'; title: string; text: string }
  | { kind: 'signIn'; title: string; text: string }
  | { kind: 'overloaded' }

/**
 * Returns how to handle a failed request.
 *
 * @param errors `own`: the screen shows all errors itself, like the wizard. `inline`: the screen has its own error state,
 * and only the statuses 401, 500 and 503 are handled here. `quiet`: only a 401 is handled, with a prompt to log in
 * again.
 */
export function getErrorReaction(error: unknown, errors: unknown): ErrorReaction {
  const status = getErrorStatus(error)
  if (errors === 'own' || status === 422) return { kind: 'none' }
  if (status === 401) return { kind: 'signIn', title: 'Unauthorized', text: unauthorizedText }
  if (errors === 'quiet') return { kind: 'none' }
  if (status === 503) return { kind: 'overloaded' }
  if (status === 500) return { kind: 'alert', title: 'Error', text: serverErrorText }
  if (errors === 'inline') return { kind: 'none' }
  return { kind: 'alert', title: 'Error', text: getErrorMessage(error) }
}

/**
 * Returns the account type of the session. If another failed request has already cleared the session, derives the
 * account type from the URL.
 */
const getCurrentAccountType = () =>
  readSession()?.accountType ?? (window.location.pathname.startsWith('/policyholder') ? 'policyholder' : 'agent')

export function handleError(error: unknown, meta: QueryMeta | undefined) {
  if (error instanceof Error && error.name === 'AbortError') return
  const reaction = getErrorReaction(error, meta?.errors)
  if (reaction.kind === 'alert') showAlert(reaction)
  if (reaction.kind === 'overloaded') {
    const { pathname, search } = window.location
    if (pathname !== '/overloaded') navigateTo(paths.overloaded({ from: `${pathname}${search}` }))
  }
  if (reaction.kind === 'signIn') {
    const wayIn = getSignInPath(getCurrentAccountType())
    clearSession()
    showAlert({ title: reaction.title, text: reaction.text })
    navigateTo(wayIn)
  }
}
