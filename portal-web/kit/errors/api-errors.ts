import { TidelineConnectionError, TidelineError } from '@tideline/sdk'

/** The message for unknown errors. Users never see error messages from libraries. */
const unexpectedErrorMessage = 'An unexpected error has occurred'

/** Returns the message to show for an error. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof TidelineError) return error.message
  if (error instanceof TidelineConnectionError)
    return 'We could not reach the server. Please check your connection and try again.'
  return unexpectedErrorMessage
}

/** Returns the first error message from the server, or `otherwise` if the server sent none. */
export const getFirstErrorMessage = (error: unknown, otherwise: string) =>
  error instanceof TidelineError ? (error.errors[0]?.message ?? error.message) : otherwise

/** Returns the request ID for support, or undefined if the error did not come from the server. */
export const getRequestId = (error: unknown) =>
  error instanceof TidelineError && error.requestId !== 'unknown' ? error.requestId : undefined

export const getErrorStatus = (error: unknown) => (error instanceof TidelineError ? error.status : undefined)

/**
 * Returns whether the server requires a one-time code. A code is required after a sign-in with a link that other people
 * may have (SIGN-4).
 */
export const requiresOneTimeCode = (error: unknown) => error instanceof TidelineError && error.code === 'missing_code'

/** Returns whether the server rejected the request and a retry would fail again. */
export const isClientError = (error: unknown) => [400, 403, 404, 409, 413, 422].includes(getErrorStatus(error) ?? 0)

export const isUnauthorized = (error: unknown) => getErrorStatus(error) === 401
