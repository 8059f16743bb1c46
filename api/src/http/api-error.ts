import type { ErrorCode } from '@tideline/sdk/types'
import { errorCodes } from '@tideline/sdk/words'
import { nameByLabel } from './field-label.ts'

type Listed = (typeof errorCodes)[number]
/** The contract's codes that come with a status. */
export type CodeOf<Status extends Listed['status']> = Extract<Listed, { status: Status }>['code']

const statuses = new Map<string, number>(errorCodes.map(({ code, status }) => [code, status]))
/** The one status that a code comes with, as the contract lists it. */
export const getStatus = (code: ErrorCode): number => statuses.get(code) ?? 500

/**
 * A call that is refused for a reason the caller may know. Rules and actions throw it; `errors.ts` turns it into the
 * contract's error. A message that begins with the field's name (`agentNo: …`) gets the field's label (API-7). Only a code that the contract lists compiles, and it decides the status. `detail` is for the log only.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly field: string | undefined
  /** Why a card or a bank refused, in the bank's own word. */
  readonly declineCode: string | undefined
  readonly detail: unknown
  readonly headers: Record<string, string>
  /** What the contract adds to this error, for example the product of a deep link. */
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
    super(nameByLabel(options.message, options.field))
    this.name = 'Refusal'
    this.status = getStatus(options.code)
    this.code = options.code
    this.field = options.field
    this.declineCode = options.declineCode
    this.detail = options.detail
    this.headers = options.headers ?? {}
    this.payload = options.payload
  }
}

/** 404, the same words for what does not exist and for what the caller may not see (ACC-4). */
export const notFound = (detail?: unknown) => new ApiError({ code: 'not_found', message: 'Not found.', detail })

/** 401, when there is no valid session. */
export const unauthorized = (detail?: unknown) =>
  new ApiError({
    code: 'unauthorized',
    message: 'You are not authorized to view this page. Please log in and try again',
    detail,
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

/** 403, for those who may see it but not do this. */
export const forbidden = (message = 'You do not have permission to do this.', detail?: unknown) =>
  new ApiError({ code: 'forbidden', message, detail })

/** 409, when the present state does not allow it. */
export const conflict = (code: CodeOf<409>, message: string, field?: string) =>
  new ApiError({ code, message, ...(field ? { field } : {}) })

/** 422, when a rule of the business refuses a well-formed request; the sentence names the field and the rule. */
export const rejected = (code: CodeOf<422>, message: string, field?: string) =>
  new ApiError({ code, message, ...(field ? { field } : {}) })
