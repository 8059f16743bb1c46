import type { PolicyTransaction } from '@tideline/sdk'
import { TidelineConnectionError, TidelineError } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { answeredIntent, isUncertain, PaymentProblem, problemText, transferProblem } from './payment-problem.ts'
import { requireAddressed, requirePaymentMethodId, requireQuoteNumber, requireStripeKey } from './requirements.ts'

const aTransaction = (meta: object, postDate = '2026-01-01') =>
  ({ postDate, meta: JSON.stringify(meta) }) as PolicyTransaction

const refusal = (statusCode: number) =>
  new TidelineError({ statusCode, message: 'Your card was declined.', errors: [], requestId: 'r' })

describe('what the card and bank flow needs', () => {
  it('a payment method id [C135]', () =>
    expect(() => requirePaymentMethodId(undefined)).toThrow('no payment method found'))
  it('a stripeKey [C136]', () => expect(() => requireStripeKey({})).toThrow('no stripeKey in confirmation'))
  it('a quote number in a transaction [C137]', () => {
    expect(() => requireQuoteNumber([aTransaction({})])).toThrow('quoteNumber required')
    expect(requireQuoteNumber([aTransaction({ quoteNumber: 'Q3000101' }), aTransaction({}, '2026-02-01')])).toBe(
      'Q3000101',
    )
  })
  it('an address id and version [C138]', () => {
    expect(() => requireAddressed([aTransaction({ addressID: 'a' })])).toThrow('Address id and/or version missing')
    expect(requireAddressed([aTransaction({ addressID: 'a', addressDataVersion: 0 })])).toBeDefined()
  })
})

describe('what became of a payment that failed', () => {
  it('is certain after a refusal and unknown without an answer [C102]', () => {
    expect([refusal(422), new PaymentProblem('x')].map(isUncertain)).toEqual([false, false])
    expect([refusal(502), new TidelineConnectionError('x', { cause: undefined })].map(isUncertain)).toEqual([
      true,
      true,
    ])
  })
  it('is told in the server’s words, else in the documented ones [C215] [C218]', () => {
    expect(problemText(refusal(422))).toBe('Your card was declined.')
    const wordless = new TidelineError({ statusCode: 422, message: '', errors: [], requestId: 'r' })
    expect(problemText(wordless)).toBe('There was an issue processing your payment. Please contact support')
    expect(problemText(new Error('fetch failed at 0x7f'))).toBe('An unexpected error has occurred')
  })
  it('of an intent without any answer names its path; one of another status says itself what is wrong [P383] [P384]', async () => {
    const away = () => Promise.reject(new TidelineConnectionError('x', { cause: undefined }))
    const told = await answeredIntent(away).catch((error: unknown) => error)
    expect(problemText(told)).toBe(
      '/api/v1/payments/createSetupIntentWithKey did not return any valid response. Please try a different credit card',
    )
    expect(isUncertain(told)).toBe(false)
    const refused = await answeredIntent(() => Promise.reject(refusal(422))).catch((error: unknown) => error)
    expect(problemText(refused)).toBe('Your card was declined.')
    expect(await answeredIntent(async () => 'seti_secret')).toBe('seti_secret')
  })
  it.each([400, 402, 409, 422])('of a bank charge is told by the message that came with status %i [P385]', (status) => {
    const message = 'The bank account was closed.'
    expect(problemText(new TidelineError({ statusCode: status, message, errors: [], requestId: 'r' }))).toBe(message)
  })
  it('is told with what the payer may do, where the bank has said why', () => {
    const errors = [{ code: 'payment_refused' as const, message: '', declineCode: 'expired_card' }]
    const expired = new TidelineError({ statusCode: 422, message: 'Your card was declined.', errors, requestId: 'r' })
    expect(problemText(expired)).toBe('Your card was declined. The card has expired. Please use another one.')
  })
  it('of a transfer is told by the first of the server’s errors, else in its words [P386]', () => {
    const errors = [
      { code: 'not_allowed' as const, message: 'The payment has failed.' },
      { code: 'not_allowed' as const, message: 'The recipient is cancelled.' },
    ]
    const both = { statusCode: 422, message: 'The transfer was refused.', requestId: 'r' }
    expect(transferProblem(new TidelineError({ ...both, errors }))).toBe('The payment has failed.')
    expect(transferProblem(new TidelineError({ ...both, errors: [] }))).toBe('The transfer was refused.')
    expect(transferProblem(new PaymentProblem('Policy is cancelled.'))).toBe('Policy is cancelled.')
  })
})
