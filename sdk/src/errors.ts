import type { ErrorAnswer, ErrorCode, ErrorItem } from './generated/types.gen.ts'

/** The codes that the contract lists, and room for those that come later (`unknown` where the server gave none). */
export type TidelineErrorCode = ErrorCode | 'unknown' | (string & {})

/** A call that Tideline refused or failed; carries the contract's error. */
export class TidelineError extends Error {
  readonly status: number
  /** The stable word of the first reason, for programs; the contract's `ErrorCode` lists them with what they mean. */
  readonly code: TidelineErrorCode
  /** Why a card or a bank refused the payment (`insufficient_funds`, `expired_card` …), where it said. */
  readonly declineCode: string | undefined
  readonly errors: readonly ErrorItem[]
  /** The messages once more, as widget calls carry them; empty for all others. */
  readonly Errors: readonly string[]
  /** Quote it to support. */
  readonly requestId: string
  /** A page about the code: its cause, its remedy, the sentences that tell it. */
  readonly type: string | undefined
  /** What some errors tell besides: a deep link's says which product's link-request page to show. */
  readonly payload: unknown
  /** What a proxy or a broken server sent in place of the contract's error, as text; undefined where the contract was kept. */
  readonly foreignBody: string | undefined

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
    this.foreignBody = foreignBody
  }
}

/** No answer came: the network is down, the server is away or took too long. (Who aborts gets the `AbortError`.) */
export class TidelineConnectionError extends Error {
  constructor(message: string, options: { cause: unknown }) {
    super(message, options)
    this.name = 'TidelineConnectionError'
  }
}

const isErrorBody = (value: unknown): value is ErrorAnswer =>
  typeof value === 'object' && value !== null && 'statusCode' in value && Array.isArray((value as ErrorAnswer).errors)

/** An answer that came through (HTTP 200) and still says in its body that it failed. */
interface Refused {
  statusCode: number
  message: string
  payload?: unknown
}

export const isRefused = (answer: unknown): answer is Refused =>
  typeof answer === 'object' &&
  answer !== null &&
  'statusCode' in answer &&
  typeof answer.statusCode === 'number' &&
  (answer.statusCode < 200 || answer.statusCode >= 300)

/** Why there was no answer, in the words of the one who knows: `fetch failed` is never the reason. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  if (failure.cause !== undefined) return reasonOf(failure.cause)
  // Several addresses were tried (IPv4 and IPv6); the error around them says nothing.
  if (failure instanceof AggregateError && failure.errors.length > 0) return failure.errors.map(reasonOf).join(', ')
  return failure.message || failure.name
}

const addressOf = (request: { url: string } | undefined) =>
  request && URL.canParse(request.url) ? ` at ${new URL(request.url).origin}` : ''

/** Whatever a failed call left behind, as one of the two errors above. */
export function toTidelineError(
  failure: unknown,
  response: Response | undefined,
  request?: { url: string } | undefined,
): Error {
  if (isErrorBody(failure)) return new TidelineError(failure)
  if (response?.ok && isRefused(failure))
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
    return new TidelineConnectionError(`The request timed out. Tideline${addressOf(request)} did not respond.`, {
      cause: failure,
    })
  return new TidelineConnectionError(`Tideline is unreachable${addressOf(request)}: ${reasonOf(failure)}.`, {
    cause: failure,
  })
}
