import Stripe from 'stripe'
import { Refusal } from '../../http/refusal.ts'

/** Said when a payer cannot mend it, and neither Stripe nor the bank gave a reason (spec 1 §8). */
export const processingProblem = 'There was an issue processing your payment. Please contact support'

/**
 * Asks Stripe for something. A refusal that concerns the payer's card or account keeps Stripe's sentence; everything
 * else, which a payer cannot mend, becomes 502 with a plain sentence and its detail in the log.
 */
export async function atStripe<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (problem) {
    if (problem instanceof Stripe.errors.StripeCardError)
      throw new Refusal({
        status: 422,
        code: 'payment_refused',
        message: problem.message,
        detail: { code: problem.code, declineCode: problem.decline_code },
      })
    if (problem instanceof Stripe.errors.StripeError)
      throw new Refusal({
        status: 502,
        code: 'provider_unavailable',
        message: processingProblem,
        detail: { type: problem.type, code: problem.code, param: problem.param, message: problem.message },
      })
    throw problem
  }
}

/** The same for a payment method that the caller names: one that Stripe does not know is the caller's mistake (422). */
export const methodAtStripe = <Result>(ask: () => Promise<Result>): Promise<Result> =>
  atStripe(async () => {
    try {
      return await ask()
    } catch (problem) {
      if (problem instanceof Stripe.errors.StripeInvalidRequestError) throw unknownMethod(problem.message)
      throw problem
    }
  })

/** 422 for a method that is missing, unusable or somebody else's (spec 1 §5). */
export const unknownMethod = (detail?: unknown) =>
  new Refusal({
    status: 422,
    code: 'unknown_payment_method',
    message: 'no payment method found',
    field: 'PaymentMethodId',
    detail,
  })
