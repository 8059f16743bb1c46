import type Stripe from 'stripe'

type ErrorType = 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error'

export interface ProblemDetail {
  type: ErrorType
  message: string
  code?: string
  decline_code?: string
  param?: string
  payment_intent?: Stripe.PaymentIntent
  setup_intent?: Stripe.SetupIntent
  payment_method?: Stripe.PaymentMethod
  charge?: string
}

/** An error response in Stripe's format. */
export class StripeApiError extends Error {
  readonly status: number
  readonly detail: ProblemDetail
  /** Whether the request's changes are kept, as for a declined charge. All other errors roll changes back. */
  readonly keepsWrites: boolean

  constructor(status: number, detail: ProblemDetail, keepsWrites = false) {
    super(detail.message)
    this.status = status
    this.detail = detail
    this.keepsWrites = keepsWrites
  }
}

/** Returns a 400 with Stripe's `invalid_request_error`. */
export const createInvalidRequestError = (message: string, extra: Pick<ProblemDetail, 'code' | 'param'> = {}) =>
  new StripeApiError(400, { type: 'invalid_request_error', message, ...extra })

/** Returns a 404 if the requested object is missing, or a 400 if a parameter refers to a missing object. */
export const createResourceMissingError = (kind: string, id: string, param = 'id') =>
  new StripeApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param === 'id' ? kind.replaceAll(' ', '_') : param,
  })
