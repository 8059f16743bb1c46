import type { PolicyTransaction } from '@tideline/sdk'
import { TidelineConnectionError, TidelineError } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import {
  getPaymentErrorText,
  getTransferErrorText,
  isOutcomeUnknown,
  PaymentError,
  requestSetupIntent,
} from './payment-error.ts'
import {
  requirePaymentMethodId,
  requireQuoteNumber,
  requireStripeKey,
  requireTransactionWithAddress,
} from './requirements.ts'

const aTransaction = (meta: object, postDate = '2026-01-01') =>
  ({ postDate, meta: JSON.stringify(meta) }) as PolicyTransaction

const createError = (statusCode: number) =>
  new TidelineError({ statusCode, message: 'Your card was declined.', errors: [], requestId: 'r' })

describe('card and bank payment request', () => {
  it('requires a payment method id [C135]', () =>
    expect(() => requirePaymentMethodId(undefined)).toThrow('no payment method found'))
  it('requires a stripeKey in the confirmation [C136]', () =>
    expect(() => requireStripeKey({})).toThrow('no stripeKey in confirmation'))
  it('requires a quote number in a transaction [C137]', () => {
    expect(() => requireQuoteNumber([aTransaction({})])).toThrow('quoteNumber required')
    expect(requireQuoteNumber([aTransaction({ quoteNumber: 'Q3000101' }), aTransaction({}, '2026-02-01')])).toBe(
      'Q3000101',
    )
  })
  it('requires an address id and version [C138]', () => {
    expect(() => requireTransactionWithAddress([aTransaction({ addressID: 'a' })])).toThrow(
      'Address id and/or version missing',
    )
    expect(requireTransactionWithAddress([aTransaction({ addressID: 'a', addressDataVersion: 0 })])).toBeDefined()
  })
})

describe('failed payment', () => {
  it('is final after a 4xx response and uncertain without a response [C102]', () => {
    expect([createError(422), new PaymentError('x')].map(isOutcomeUnknown)).toEqual([false, false])
    expect([createError(502), new TidelineConnectionError('x', { cause: undefined })].map(isOutcomeUnknown)).toEqual([
      true,
      true,
    ])
  })
  it("shows the server's message, or the specified message if there is none [C215] [C218]", () => {
    expect(getPaymentErrorText(createError(422))).toBe('Your card was declined.')
    const wordless = new TidelineError({ statusCode: 422, message: '', errors: [], requestId: 'r' })
    expect(getPaymentErrorText(wordless)).toBe('There was an issue processing your payment. Please contact support')
    expect(getPaymentErrorText(new Error('fetch failed at 0x7f'))).toBe('An unexpected error has occurred')
  })
  it('shows the path of the intent request if there is no response, or else the error message [P383] [P384]', async () => {
    const away = () => Promise.reject(new TidelineConnectionError('x', { cause: undefined }))
    const error = await requestSetupIntent(away).catch((error: unknown) => error)
    expect(getPaymentErrorText(error)).toBe(
      '/api/v1/payments/createSetupIntentWithKey did not return any valid response. Please try a different credit card',
    )
    expect(isOutcomeUnknown(error)).toBe(false)
    const thrown = await requestSetupIntent(() => Promise.reject(createError(422))).catch((error: unknown) => error)
    expect(getPaymentErrorText(thrown)).toBe('Your card was declined.')
    expect(await requestSetupIntent(async () => 'seti_secret')).toBe('seti_secret')
  })
  it.each([400, 402, 409, 422])('shows the message of a bank charge response with status %i [P385]', (status) => {
    const message = 'The bank account was closed.'
    expect(getPaymentErrorText(new TidelineError({ statusCode: status, message, errors: [], requestId: 'r' }))).toBe(
      message,
    )
  })
  it('shows advice for the decline reason of the bank', () => {
    const errors = [{ code: 'payment_declined' as const, message: '', declineCode: 'expired_card' }]
    const expired = new TidelineError({ statusCode: 422, message: 'Your card was declined.', errors, requestId: 'r' })
    expect(getPaymentErrorText(expired)).toBe('Your card was declined. The card has expired. Please use another one.')
  })
  it('shows the first server error of a transfer, or the response message if there is none [P386]', () => {
    const errors = [
      { code: 'not_allowed' as const, message: 'The payment has failed.' },
      { code: 'not_allowed' as const, message: 'The recipient is cancelled.' },
    ]
    const both = { statusCode: 422, message: 'The transfer was rejected.', requestId: 'r' }
    expect(getTransferErrorText(new TidelineError({ ...both, errors }))).toBe('The payment has failed.')
    expect(getTransferErrorText(new TidelineError({ ...both, errors: [] }))).toBe('The transfer was rejected.')
    expect(getTransferErrorText(new PaymentError('Policy is cancelled.'))).toBe('Policy is cancelled.')
  })
})
