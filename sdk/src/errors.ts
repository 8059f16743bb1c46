import type { ErrorCode, ErrorItem, ErrorResponse } from './generated/types.gen.ts'

/**
 * Error codes of the contract. Other strings are allowed, because codes may be added later. `unknown` means that the
 * server sent no code.
 */
export type TidelineErrorCode = ErrorCode | 'unknown' | (string & {})

/** Error for a request that failed or that Tideline rejected. Has the fields of the contract's error. */
export class TidelineError extends Error {
  readonly status: number
  /** Stable code of the first error, for use in programs. The contract's `ErrorCode` describes all codes. */
  readonly code: TidelineErrorCode
  /** Reason why the card issuer or bank declined the payment, for example `insufficient_funds`, if known. */
  readonly declineCode: string | undefined
  readonly errors: readonly ErrorItem[]
  /** Error messages of a widget operation. Empty for all other operations. */
  readonly Errors: readonly string[]
  /** The request ID, to quote in support requests. */
  readonly requestId: string
  /** URL of a page that explains the error code: cause, solution, and messages. */
  readonly type: string | undefined
  /**
   * Additional data of some errors. For a policy link, the data contains the product, which determines the link request
   * page.
   */
  readonly payload: unknown
  /** Raw response text if a proxy or a broken server did not send the contract's error. Otherwise undefined. */
  readonly rawBody: string | undefined

  constructor(body: ErrorResponse & { payload?: unknown }, foreignBody?: string) {
    super(body.message)
    this.name = 'TidelineError'
    this.status = body.statusCode
    this.code = body.errors[0]?.code ?? 'unknown'
    this.declineCode = body.errors[0]?.declineCode
    this.errors = body.errors
    this.Errors = body.Errors ?? []
    this.requestId = body.requestId
    this.type = body.type
    this.payload = body.payload
    this.rawBody = foreignBody
  }
}

/**
 * Error for a request without a response: the network is down, or the server is unreachable or too slow. An aborted
 * call throws `AbortError` instead.
 */
export class TidelineConnectionError extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options)
    this.name = 'TidelineConnectionError'
  }
}

const isErrorBody = (value: unknown): value is ErrorResponse =>
  typeof value === 'object' && value !== null && 'statusCode' in value && Array.isArray((value as ErrorResponse).errors)

/** Body of a 200 response that reports a failure. */
interface FailureBody {
  statusCode: number
  message: string
  payload?: unknown
}

export const isFailureBody = (response: unknown): response is FailureBody =>
  typeof response === 'object' &&
  response !== null &&
  'statusCode' in response &&
  typeof response.statusCode === 'number' &&
  (response.statusCode < 200 || response.statusCode >= 300)

/** Returns the message of the innermost cause of a failure. The outer message, `fetch failed`, has no details. */
function getCause(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  if (failure.cause !== undefined) return getCause(failure.cause)
  // If several addresses were tried (IPv4 and IPv6), only the inner errors have a message.
  if (failure instanceof AggregateError && failure.errors.length > 0) return failure.errors.map(getCause).join(', ')
  return failure.message || failure.name
}

const formatOrigin = (request: { url: string } | undefined) =>
  request && URL.canParse(request.url) ? ` at ${new URL(request.url).origin}` : ''

/** Converts any failed call to a `TidelineError` or `TidelineConnectionError`. */
export function toTidelineError(
  failure: unknown,
  response: Response | undefined,
  request?: { url: string } | undefined,
): Error {
  if (isErrorBody(failure)) return new TidelineError(failure)
  if (response?.ok && isFailureBody(failure))
    return new TidelineError({
      ...failure,
      errors: [{ code: 'unknown', message: failure.message }],
      requestId: response.headers.get('x-request-id') ?? 'unknown',
    })
  if (response && !response.ok)
    return new TidelineError(
      {
        statusCode: response.status,
        message: `The server responded with ${response.status}.`,
        errors: [{ code: 'unknown', message: `The server responded with ${response.status}.` }],
        requestId: response.headers.get('x-request-id') ?? 'unknown',
      },
      typeof failure === 'string' ? failure : '',
    )
  if (failure instanceof Error && failure.name === 'AbortError') return failure
  if (failure instanceof Error && failure.name === 'TimeoutError')
    return new TidelineConnectionError(`The request timed out. Tideline${formatOrigin(request)} did not respond.`, {
      cause: failure,
    })
  return new TidelineConnectionError(`Tideline is unreachable${formatOrigin(request)}: ${getCause(failure)}.`, {
    cause: failure,
  })
}
