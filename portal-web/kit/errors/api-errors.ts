import { TidelineConnectionError, TidelineError } from '@tideline/sdk'

/** What any other failure is called; a library's own words are never shown. */
export const unexpectedText = 'An unexpected error has occurred'

/** The sentence to show for whatever was thrown. */
export function getMessage(error: unknown): string {
  if (error instanceof TidelineError) return error.message
  if (error instanceof TidelineConnectionError)
    return 'We could not reach the server. Please check your connection and try again.'
  return unexpectedText
}

/** The first of the server's errors; `otherwise` where it gave none. */
export const getFirstMessage = (error: unknown, otherwise: string) =>
  error instanceof TidelineError ? (error.errors[0]?.message ?? error.message) : otherwise

/** What support needs to find the call; only the server gives one. */
export const getRequestId = (error: unknown) =>
  error instanceof TidelineError && error.requestId !== 'unknown' ? error.requestId : undefined

export const getStatus = (error: unknown) => (error instanceof TidelineError ? error.status : undefined)

/** The server asks for a one-time code first: the caller came by a link that somebody else can have seen (SIGN-4). */
export const needsCode = (error: unknown) => error instanceof TidelineError && error.code === 'missing_code'

/** The server has read it and does not take it as it is: to send the same again does not help. */
export const isRefusal = (error: unknown) => [400, 403, 404, 409, 413, 422].includes(getStatus(error) ?? 0)

export const isUnauthorized = (error: unknown) => getStatus(error) === 401
