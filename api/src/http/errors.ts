import type { ErrorCode } from '@tideline/sdk/types'
import { HTTPException } from 'hono/http-exception'
import type { ZodError } from 'zod'
import { isDatabaseBusy, isDatabaseUnavailable } from '../db/availability.ts'
import { ServiceUnavailableError } from '../providers/circuit-breaker.ts'
import { ApiError } from './api-error.ts'
import { replaceFieldNameWithLabel } from './field-label.ts'
import { describeInputProblems, type InputContext, type InputProblem, truncate } from './input-problems.ts'

export interface ErrorBody {
  statusCode: number
  message: string
  errors: { code: ErrorCode; message: string; field?: string; declineCode?: string }[]
  requestId: string
  /** URL of the documentation for the first error. */
  type?: string
  Errors?: string[]
  payload?: unknown
}

/** Returns the path of the documentation for an error code in this deployment. */
export const getProblemPath = (code: string) => `/problems/${code}`

/** Thrown if a request fails the contract's validation. No other ZodError becomes a 4xx response. */
export class InvalidInputError extends Error {
  readonly issues: InputProblem[]
  constructor(where: string, error: ZodError, context: InputContext = {}) {
    super('The request is not valid.')
    this.issues = describeInputProblems(where, error, context).map((problem) => ({
      ...problem,
      message: problem.code.startsWith('unknown_')
        ? problem.message
        : replaceFieldNameWithLabel(problem.message, problem.field),
    }))
  }
}

/** Typical time until a restarted database is available again, in seconds. */
const retryAfter = '5'

/** Typical wait for other requests to release the same row locks, in seconds. */
const retryBusyAfter = '2'

const plain: Record<number, [code: ErrorCode, message: string]> = {
  400: ['invalid_request', 'The request body is not valid JSON.'],
  404: ['not_found', 'Not found.'],
  413: ['too_large', 'The request body is too large.'],
  415: ['unsupported_media_type', 'This media type is not supported.'],
}

/** Maximum length of a message in the contract. Some messages quote the input and could be longer. */
const maxMessageLength = 2000

export interface ProblemResponse {
  status: number
  body: ErrorBody
  headers: Record<string, string>
  /** Whether the error is a server bug. If so, all details are logged. */
  isServerFault: boolean
  /** Whether PostgreSQL is unavailable. Every request then fails for the same reason, so one log line is enough. */
  isDatabaseOutage?: boolean
  /** Whether the request failed because other requests held rows or connections. */
  isBusy?: boolean
}

/**
 * Converts any thrown value to the contract's error format. Unknown errors become a 500 without internal details.
 * Widget operations return the messages in `Errors` as well (API-2).
 */
export function toProblemResponse(thrown: unknown, requestId: string, isWidgetCall = false): ProblemResponse {
  const make = (status: number, errors: ErrorBody['errors'], isOurs = false, headers = {}): ProblemResponse => ({
    status,
    headers,
    isServerFault: isOurs,
    body: {
      statusCode: status,
      message: errors[0]?.message ?? '',
      errors,
      requestId,
      ...(isWidgetCall ? { Errors: errors.map((error) => error.message) } : {}),
    },
  })
  if (thrown instanceof ApiError) {
    const { status, code, field, declineCode, headers, payload } = thrown
    const message = truncate(thrown.message, maxMessageLength)
    const problem = make(
      status,
      [{ code, message, ...(field ? { field } : {}), ...(declineCode ? { declineCode } : {}) }],
      status >= 500,
      headers,
    )
    return payload === undefined ? problem : { ...problem, body: { ...problem.body, payload } }
  }
  if (thrown instanceof InvalidInputError) return make(400, thrown.issues)
  if (thrown instanceof HTTPException && thrown.status < 500) {
    const [code, message] = plain[thrown.status] ?? ['invalid_request', 'The request is not valid.']
    return make(thrown.status, [{ code, message }])
  }
  if (isDatabaseUnavailable(thrown)) {
    const message = 'The service is not available at the moment. Please try again in a few seconds.'
    return {
      ...make(503, [{ code: 'unavailable', message }], false, { 'Retry-After': retryAfter }),
      isDatabaseOutage: true,
    }
  }
  if (thrown instanceof ServiceUnavailableError) {
    const message = 'A service that we depend on did not respond. Please try again in a few seconds.'
    return make(503, [{ code: 'unavailable', message }], true, { 'Retry-After': retryAfter })
  }
  if (isDatabaseBusy(thrown)) {
    const message = 'The service is busy and did not change anything. Please try again in a few seconds.'
    return { ...make(503, [{ code: 'unavailable', message }], false, { 'Retry-After': retryBusyAfter }), isBusy: true }
  }
  return make(500, [{ code: 'internal_error', message: 'There was a problem with the server.' }], true)
}
