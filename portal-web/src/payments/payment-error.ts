import { TidelineConnectionError, TidelineError } from '@tideline/sdk'
import { getDeclineAdvice } from '@tideline/sdk/words'
import { getErrorMessage, getFirstErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { paymentText } from './text.ts'

/** A payment error whose message can be shown to the user. */
export class PaymentError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PaymentProblem'
  }
}

/**
 * Checks whether the outcome of a charge is unknown, because there was no response or a server error. The attempt is
 * then repeated with the same idempotency key. A 4xx response is final, and the next attempt is a new one.
 */
export const isOutcomeUnknown = (error: unknown) =>
  !(error instanceof PaymentError) && !(error instanceof TidelineError && error.status < 500)

/** Returns the message of a failed payment, with advice if the bank gave a reason. */
export function getPaymentErrorText(error: unknown): string {
  if (error instanceof PaymentError) return error.message
  if (!(error instanceof TidelineError)) return paymentText.pay.unexpected
  return [getErrorMessage(error) || paymentText.pay.processingFailed, getDeclineAdvice(error.declineCode)]
    .filter(Boolean)
    .join(' ')
}

/**
 * Like `problemText`, for steps before a charge. After a connection failure, the message states that no money moved.
 */
export const getPreChargeErrorText = (error: unknown): string =>
  error instanceof TidelineConnectionError && !(error.cause instanceof SyntaxError)
    ? `${getErrorMessage(error)} ${paymentText.pay.notCharged}`
    : getPaymentErrorText(error)

const intentPath = '/api/v1/payments/createSetupIntentWithKey'

/**
 * Requests the setup intent for a card. If the server does not respond, throws PaymentProblem: nothing was set up or
 * charged. Rethrows an error response, and any error while the device is offline, when another card would not help.
 */
export async function requestSetupIntent<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof TidelineConnectionError && navigator.onLine !== false)
      throw new PaymentError(paymentText.pay.noIntent(intentPath))
    throw error
  }
}

/** Returns the message of a failed transfer: the first of the server's errors. */
export const getTransferErrorText = (error: unknown) => getFirstErrorMessage(error, getPaymentErrorText(error))

/**
 * Returns the message of a check that was not applied: the documented sentence and the rule that rejected it, so that
 * it can be corrected.
 */
export const getCheckErrorText = (error: unknown) =>
  error instanceof TidelineError && error.status < 500
    ? `${paymentText.check.failed} ${error.message}`
    : paymentText.check.failed
