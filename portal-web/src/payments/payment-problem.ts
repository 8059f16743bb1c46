import { TidelineConnectionError, TidelineError } from '@tideline/sdk'
import { declineAdvice } from '@tideline/sdk/words'
import { getFirstMessage, getMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { text } from './text.ts'

/** A payment that stopped for a reason that may be shown as it is. */
export class PaymentProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PaymentProblem'
  }
}

/**
 * Whether nobody knows if money moved: no answer came, or the server stumbled. The same attempt, with the same
 * idempotency key, is then made again; a refusal (4xx) is certain and starts a new attempt.
 */
export const isUncertain = (error: unknown) =>
  !(error instanceof PaymentProblem) && !(error instanceof TidelineError && error.status < 500)

/** The sentence for whatever stopped a payment, and what to do where the bank has said why. */
export function problemText(error: unknown): string {
  if (error instanceof PaymentProblem) return error.message
  if (!(error instanceof TidelineError)) return text.pay.unexpected
  return [getMessage(error) || text.pay.processingFailed, declineAdvice(error.declineCode)].filter(Boolean).join(' ')
}

/** As `problemText`, of what comes before a charge: without a connection it says that no money moved. */
export const findUnpaidProblem = (error: unknown): string =>
  error instanceof TidelineConnectionError && !(error.cause instanceof SyntaxError)
    ? `${getMessage(error)} ${text.pay.notCharged}`
    : problemText(error)

const intentPath = '/api/v1/payments/createSetupIntentWithKey'

/**
 * An intent that the card is set up with. What came back with another status says itself what is wrong; without any answer
 * nothing was set up, and nothing charged. A device that is offline has asked nobody: another card would not help.
 */
export async function answeredIntent<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof TidelineConnectionError && navigator.onLine !== false)
      throw new PaymentProblem(text.pay.noIntent(intentPath))
    throw error
  }
}

/** Why nothing was transferred: the first of the server's errors. */
export const transferProblem = (error: unknown) => getFirstMessage(error, problemText(error))

/** Why a check was not applied: the documented sentence and the rule that rejected it, so that it can be corrected. */
export const checkProblem = (error: unknown) =>
  error instanceof TidelineError && error.status < 500 ? `${text.check.failed} ${error.message}` : text.check.failed
