import type { ErrorCode } from '@tideline/sdk/types'
import { errorCodes } from '@tideline/sdk/words'
import { replaceFieldNameWithLabel } from './field-label.ts'

type Listed = (typeof errorCodes)[number]
/** The error codes that the contract lists for an HTTP status. */
export type ErrorCodeForStatus<Status extends Listed['status']> = Extract<Listed, { status: Status }>['code']

const statuses = new Map<string, number>(errorCodes.map(({ code, status }) => [code, status]))
/** Returns the HTTP status of an error code, as defined in the contract. */
const getErrorStatus = (code: ErrorCode): number => statuses.get(code) ?? 500

/**
 * An error that the caller may see, thrown by rules and actions. The code must be in the contract and determines the
 * status. If the message starts with a field name (`agentNo: …`), the response shows the field's label (API-7).
 * `detail` is only logged.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly field: string | undefined
  /** The bank's decline code for a card or bank payment. */
  readonly declineCode: string | undefined
  readonly detail: unknown
  readonly headers: Record<string, string>
  /** Additional data that the contract defines for this error. */
  readonly payload: unknown

  constructor(options: {
    code: ErrorCode
    message: string
    field?: string
    declineCode?: string
    detail?: unknown
    headers?: Record<string, string>
    payload?: unknown
  }) {
    super(replaceFieldNameWithLabel(options.message, options.field))
    this.name = 'ApiError'
    this.status = getErrorStatus(options.code)
    this.code = options.code
    this.field = options.field
    this.declineCode = options.declineCode
    this.detail = options.detail
    this.headers = options.headers ?? {}
    this.payload = options.payload
  }
}

/** Returns a 404. The text is the same for data that does not exist and data that the caller may not see (ACC-4). */
export const createNotFoundError = (detail?: unknown) =>
  new ApiError({ code: 'not_found', message: 'Not found.', detail })

/** Returns a 401 for a missing or invalid session. */
export const createUnauthorizedError = (detail?: unknown) =>
  new ApiError({
    code: 'unauthorized',
    message: 'You are not authorized to view this page. Please log in and try again',
    detail,
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

/** Returns a 403 for callers who can see the data but cannot perform the action. */
export const createForbiddenError = (message = 'You do not have permission to do this.', detail?: unknown) =>
  new ApiError({ code: 'forbidden', message, detail })

/** Returns a 409 for an action that the current state does not allow. */
export const createConflictError = (code: ErrorCodeForStatus<409>, message: string, field?: string) =>
  new ApiError({ code, message, ...(field ? { field } : {}) })

/** Returns a 422 for a well-formed request that a business rule rejects. The message states the field and the rule. */
export const createUnprocessableError = (code: ErrorCodeForStatus<422>, message: string, field?: string) =>
  new ApiError({ code, message, ...(field ? { field } : {}) })
