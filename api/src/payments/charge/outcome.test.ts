import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { processingProblemMessage, toChargeOutcome } from './outcome.ts'

const intent = (more: Partial<Stripe.PaymentIntent>) => more as Stripe.PaymentIntent
const declined = { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card was declined.' }

describe('toChargeOutcome', () => {
  it('returns paid for the Stripe status succeeded', () => {
    expect(toChargeOutcome(intent({ status: 'succeeded' }))).toEqual({ status: 'paid' })
  })

  it.each(['processing', 'requires_capture'] as const)('returns processing for the Stripe status %s', (status) => {
    expect(toChargeOutcome(intent({ status }))).toEqual({ status: 'processing' })
  })

  it.each(['requires_action', 'requires_confirmation'] as const)(
    'returns the client secret for the Stripe status %s',
    (status) => {
      expect(toChargeOutcome(intent({ status, client_secret: 'pi_1_secret' }))).toEqual({
        ...{ status: 'requires_action', clientSecret: 'pi_1_secret' },
      })
      expect(toChargeOutcome(intent({ status, client_secret: null }))).toEqual({
        ...{ status: 'requires_action', clientSecret: '' },
      })
    },
  )

  it('returns the decline code and reason from the card issuer for a declined charge', () => {
    const last_payment_error = declined as Stripe.PaymentIntent.LastPaymentError
    expect(toChargeOutcome(intent({ status: 'requires_payment_method', last_payment_error }))).toEqual({
      ...{ status: 'failed', code: 'card_declined', declineCode: 'insufficient_funds' },
      reason: 'Your card was declined.',
    })
  })

  it.each([
    ['canceled', 'canceled'],
    ['requires_payment_method', 'failed'],
  ] as const)('returns a generic failure reason for Stripe status %s without error details', (status, code) => {
    expect(toChargeOutcome(intent({ status, last_payment_error: null }))).toEqual({
      ...{ status: 'failed', code, declineCode: undefined, reason: processingProblemMessage },
    })
  })
})
