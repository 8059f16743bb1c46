/**
 * A call that is refused for a reason the caller may know. Rules and actions throw it; `errors.ts` turns it into the
 * contract's error. `detail` is for the log only.
 */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly detail: unknown
  readonly headers: Record<string, string>
  /** What the contract adds to this error, for example the product of a deep link. */
  readonly payload: unknown

  constructor(options: {
    status: number
    code: string
    message: string
    field?: string
    detail?: unknown
    headers?: Record<string, string>
    payload?: unknown
  }) {
    super(options.message)
    this.name = 'Refusal'
    this.status = options.status
    this.code = options.code
    this.field = options.field
    this.detail = options.detail
    this.headers = options.headers ?? {}
    this.payload = options.payload
  }
}

/** 404, the same words for what does not exist and for what the caller may not see (decision 69). */
export const notFound = (detail?: unknown) =>
  new Refusal({ status: 404, code: 'not_found', message: 'Not found.', detail })

/** 401, when there is no valid session. */
export const unauthorized = (detail?: unknown) =>
  new Refusal({
    status: 401,
    code: 'unauthorized',
    message: 'You are not authorized to view this page. Please log in and try again',
    detail,
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

/** 403, for those who may see it but not do this. */
export const forbidden = (message = 'You do not have permission to do this.', detail?: unknown) =>
  new Refusal({ status: 403, code: 'forbidden', message, detail })

/** 409, when the present state does not allow it. */
export const conflict = (code: string, message: string) => new Refusal({ status: 409, code, message })

/** 422, when a rule of the business refuses a well-formed request; the sentence names the field and the rule. */
export const refused = (code: string, message: string, field?: string) =>
  new Refusal({ status: 422, code, message, ...(field ? { field } : {}) })
