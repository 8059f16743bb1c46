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

/** An error answer in Stripe's own shape. */
export class Problem extends Error {
  readonly status: number
  readonly detail: ProblemDetail
  /**
   * A declined charge leaves traces (a failed charge, an event), so its writes are kept; every other refusal undoes them.
   */
  readonly keepsWrites: boolean

  constructor(status: number, detail: ProblemDetail, keepsWrites = false) {
    super(detail.message)
    this.status = status
    this.detail = detail
    this.keepsWrites = keepsWrites
  }
}

/** 400 with Stripe's `invalid_request_error`. */
export const invalid = (message: string, extra: Pick<ProblemDetail, 'code' | 'param'> = {}) =>
  new Problem(400, { type: 'invalid_request_error', message, ...extra })

/** 404 (or 400 for a parameter that names it) for an object that does not exist. */
export const missing = (kind: string, id: string, param = 'id') =>
  new Problem(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param === 'id' ? kind.replaceAll(' ', '_') : param,
  })
