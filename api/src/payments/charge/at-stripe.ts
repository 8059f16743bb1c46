import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'
import { ApiError, conflict } from '../../http/api-error.ts'

/** Said when a payer cannot mend it, and neither Stripe nor the bank gave a reason. */
export const processingProblem = 'There was an issue processing your payment. Please contact support'

/** Said to whoever comes while another request for the same is at work. */
const underWay = 'A payment for this policy is already being processed.'

/** 422 for a payment that the card or the bank refused; `declineCode` is the bank's own word for why, where it gives one. */
export const declined = (message: string, declineCode: string | undefined, detail?: unknown) =>
  new ApiError({ code: 'payment_refused', message, ...(declineCode ? { declineCode } : {}), detail })

/** Milliseconds until the twin of a request under way asks again. The client's own tries come on top: some ten seconds in all. */
const twinWaits = [50, 100, 200, 400, 800, 1600]

/**
 * Asks with a key that others may be using at this moment, as a double click does. While the first runs, Stripe refuses
 * the others (`idempotency_key_in_use`); asked again, they get the first one's answer.
 */
async function withTwins<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (const milliseconds of twinWaits)
    try {
      return await ask()
    } catch (problem) {
      if (!isTwinUnderWay(problem)) throw problem
      await wait(milliseconds)
    }
  return ask()
}

const isTwinUnderWay = (problem: unknown) =>
  problem instanceof Stripe.errors.StripeError && problem.code === 'idempotency_key_in_use'

/**
 * Asks Stripe for something. A refusal that concerns the payer's card or account keeps Stripe's sentence; everything
 * else, which a payer cannot mend, becomes 502 with a plain sentence and its detail in the log. Throws 409 when the
 * same request of somebody else goes on for too long.
 */
export async function atStripe<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await withTwins(ask)
  } catch (problem) {
    if (isTwinUnderWay(problem)) throw conflict('payment_under_way', underWay)
    if (problem instanceof Stripe.errors.StripeCardError)
      throw declined(problem.message, problem.decline_code, { code: problem.code })
    if (problem instanceof Stripe.errors.StripeError)
      throw new ApiError({
        code: 'provider_unavailable',
        message: processingProblem,
        detail: { type: problem.type, code: problem.code, param: problem.param, message: problem.message },
      })
    throw problem
  }
}

/**
 * What Stripe holds; undefined where it knows no such object, as an event may speak of one that is gone or another
 * account's: asking again would find it no more.
 */
export async function ignoreUnknown<Result>(ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask()
  } catch (problem) {
    if (problem instanceof Stripe.errors.StripeInvalidRequestError && problem.code === 'resource_missing')
      return undefined
    throw problem
  }
}

/** `atStripe` for a payment method that the caller names: one that Stripe does not know is the caller's mistake (422). */
export const methodAtStripe = <Result>(ask: () => Promise<Result>): Promise<Result> =>
  atStripe(async () => {
    try {
      return await ask()
    } catch (problem) {
      if (problem instanceof Stripe.errors.StripeInvalidRequestError) throw unknownMethod(problem.message)
      throw problem
    }
  })

/** 422 for a method that is missing, unusable or somebody else's. */
export const unknownMethod = (detail?: unknown) =>
  new ApiError({
    code: 'unknown_payment_method',
    message: 'no payment method found',
    field: 'PaymentMethodId',
    detail,
  })
