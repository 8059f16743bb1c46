import type { ErrorAnswer, ErrorCode, ErrorItem } from './generated/types.gen.ts'

/** The error codes in the contract and codes that may be added later. `unknown` means that the server sent none. */
export type TidelineErrorCode = ErrorCode | 'unknown' | (string & {})

/** A request that Tideline rejected or that failed, with the contract's error. */
export class TidelineError extends Error {
  readonly status: number
  /**
   * The stable code of the first error, for programs. The contract's `ErrorCode` lists all codes with their meanings.
   */
  readonly code: TidelineErrorCode
  /** Why a card or bank declined the payment (`insufficient_funds`, `expired_card` …), if known. */
  readonly declineCode: string | undefined
  readonly errors: readonly ErrorItem[]
  /** The messages in the format of the widget operations. Empty for all others. */
  readonly Errors: readonly string[]
  /** The request ID, for support requests. */
  readonly requestId: string
  /** The URL of a page about the error code, with cause, remedy and messages. */
  readonly type: string | undefined
  /** Additional data of some errors. For a link, it names the product whose link-request page to show. */
  readonly payload: unknown
  /** The text that a proxy or a broken server sent instead of the contract's error. Undefined for a regular error. */
  readonly rawBody: string | undefined

  constructor(body: ErrorAnswer & { payload?: unknown }, foreignBody?: string) {
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
 * No response was received: the network is down, or the server is unreachable or too slow. An aborted call throws
 * `AbortError` instead.
 */
export class TidelineConnectionError extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options)
    this.name = 'TidelineConnectionError'
  }
}

const isErrorBody = (value: unknown): value is ErrorAnswer =>
  typeof value === 'object' && value !== null && 'statusCode' in value && Array.isArray((value as ErrorAnswer).errors)

/** A response with status 200 whose body reports a failure. */
interface FailureBody {
  statusCode: number
  message: string
  payload?: unknown
}

export const isFailureBody = (answer: unknown): answer is FailureBody =>
  typeof answer === 'object' &&
  answer !== null &&
  'statusCode' in answer &&
  typeof answer.statusCode === 'number' &&
  (answer.statusCode < 200 || answer.statusCode >= 300)

/** Returns the innermost cause of a connection failure, because `fetch failed` explains nothing. */
function getCause(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  if (failure.cause !== undefined) return getCause(failure.cause)
  // Several addresses (IPv4 and IPv6) were tried. Only the inner errors have a message.
  if (failure instanceof AggregateError && failure.errors.length > 0) return failure.errors.map(getCause).join(', ')
  return failure.message || failure.name
}

const formatOrigin = (request: { url: string } | undefined) =>
  request && URL.canParse(request.url) ? ` at ${new URL(request.url).origin}` : ''

/** Converts any failure of a call to one of the two errors above. */
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
