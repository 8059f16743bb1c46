import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'
import { ApiError, createConflictError } from '../../http/api-error.ts'
import { processingProblemMessage } from './outcome.ts'

/** Message if another request is already processing the same payment. */
export const paymentInProgressMessage = 'A payment for this policy is already being processed.'

/**
 * Creates a 422 error for a payment that the card issuer or bank declined. `declineCode` is the bank's code, if any.
 */
export const createDeclinedError = (message: string, declineCode: string | undefined, detail?: unknown) =>
  new ApiError({ code: 'payment_declined', message, ...(declineCode ? { declineCode } : {}), detail })

/**
 * Delays in milliseconds between retries of a request while the same request is still running. Together with the
 * retries of Stripe's client, they take about ten seconds.
 */
const duplicateRetryDelays = [50, 100, 200, 400, 800, 1600]

/**
 * Sends a request and retries it while Stripe reports that the same request is still running
 * (`idempotency_key_in_use`), for example after a double click. A retry then returns the first response.
 */
async function retryWhileDuplicateRuns<Result>(sendRequest: () => Promise<Result>): Promise<Result> {
  for (const milliseconds of duplicateRetryDelays)
    try {
      return await sendRequest()
    } catch (problem) {
      if (!isDuplicateRunning(problem)) throw problem
      await wait(milliseconds)
    }
  return sendRequest()
}

const isDuplicateRunning = (problem: unknown) =>
  problem instanceof Stripe.errors.StripeError && problem.code === 'idempotency_key_in_use'

/**
 * Sends a Stripe request and converts its errors. A declined card or account keeps Stripe's message. Any other error
 * becomes a 502 with a general message, and the details are logged. Throws 409 if a duplicate request runs for too
 * long.
 */
export async function callStripe<Result>(sendRequest: () => Promise<Result>): Promise<Result> {
  try {
    return await retryWhileDuplicateRuns(sendRequest)
  } catch (problem) {
    if (isDuplicateRunning(problem)) throw createConflictError('payment_in_progress', paymentInProgressMessage)
    if (problem instanceof Stripe.errors.StripeCardError)
      throw createDeclinedError(problem.message, problem.decline_code, { code: problem.code })
    if (problem instanceof Stripe.errors.StripeError)
      throw new ApiError({
        code: 'provider_unavailable',
        message: processingProblemMessage,
        detail: { type: problem.type, code: problem.code, param: problem.param, message: problem.message },
      })
    throw problem
  }
}

/**
 * Sends a Stripe request. Returns undefined if the object does not exist, for example because an event refers to a
 * deleted object. A retry would not find it either.
 */
export async function callStripeIfExists<Result>(sendRequest: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await sendRequest()
  } catch (problem) {
    if (problem instanceof Stripe.errors.StripeInvalidRequestError && problem.code === 'resource_missing')
      return undefined
    throw problem
  }
}

/**
 * Calls Stripe for a payment method that the request specifies. Throws 422 if Stripe does not have the payment method.
 */
export const callStripeForPaymentMethod = <Result>(sendRequest: () => Promise<Result>): Promise<Result> =>
  callStripe(async () => {
    try {
      return await sendRequest()
    } catch (problem) {
      if (problem instanceof Stripe.errors.StripeInvalidRequestError) throw createUnknownMethodError(problem.message)
      throw problem
    }
  })

/** Creates a 422 error for a payment method that is missing, cannot be used or belongs to someone else. */
export const createUnknownMethodError = (detail?: unknown) =>
  new ApiError({
    code: 'unknown_payment_method',
    message: 'no payment method found',
    field: 'PaymentMethodId',
    detail,
  })
