import { TidelineConnectionError, TidelineError } from '@tideline/sdk'
import { getDeclineAdvice } from '@tideline/sdk/words'
import { getErrorMessage, getFirstErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { paymentText } from './text.ts'

/** Error whose message can be shown to the payer. */
export class PaymentError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PaymentError'
  }
}

/**
 * Checks whether the outcome of a charge is unknown because of a missing response or a server error. The caller can
 * then retry with the same idempotency key.
 */
export const isOutcomeUnknown = (error: unknown) =>
  !(error instanceof PaymentError) && !(error instanceof TidelineError && error.status < 500)

/** Returns the error message for a failed payment. Adds advice if the bank gave a reason. */
export function getPaymentErrorText(error: unknown): string {
  if (error instanceof PaymentError) return error.message
  if (!(error instanceof TidelineError)) return paymentText.pay.unexpected
  return [getErrorMessage(error) || paymentText.pay.processingFailed, getDeclineAdvice(error.declineCode)]
    .filter(Boolean)
    .join(' ')
}

/**
 * Returns the error message for a step before a charge. After a connection failure, the message states that nothing was
 * charged.
 */
export const getPreChargeErrorText = (error: unknown): string =>
  error instanceof TidelineConnectionError && !(error.cause instanceof SyntaxError)
    ? `${getErrorMessage(error)} ${paymentText.pay.notCharged}`
    : getPaymentErrorText(error)

const intentPath = '/api/v1/payments/createSetupIntentWithKey'

/**
 * Requests the setup intent for a card. Rethrows error responses, and any error while the device is offline.
 * @throws {PaymentError} if the server does not respond, in which case nothing was charged
 */
export async function requestSetupIntent<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof TidelineConnectionError && navigator.onLine !== false)
      throw new PaymentError(paymentText.pay.noIntent(intentPath))
    throw error
  }
}

/** Returns the error message for a failed transfer: the first message in the server's response. */
export const getTransferErrorText = (error: unknown) => getFirstErrorMessage(error, getPaymentErrorText(error))

/** Returns the error message for a check that was not applied, with the reason if the server rejected the check. */
export const getCheckErrorText = (error: unknown) =>
  error instanceof TidelineError && error.status < 500
    ? `${paymentText.check.failed} ${error.message}`
    : paymentText.check.failed
