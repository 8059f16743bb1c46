import type Stripe from 'stripe'

/** Message for a failure that the payer cannot fix and for which Stripe and the bank give no reason. */
export const processingProblemMessage = 'There was an issue processing your payment. Please contact support'

/** The outcome of a charge. */
export type ChargeOutcome =
  | { status: 'paid' }
  | { status: 'processing' }
  | { status: 'requires_action'; clientSecret: string }
  | { status: 'failed'; code: string; declineCode?: string | undefined; reason: string }

const failed = (intent: Stripe.PaymentIntent): ChargeOutcome => ({
  status: 'failed',
  code: intent.last_payment_error?.code ?? (intent.status === 'canceled' ? 'canceled' : 'failed'),
  declineCode: intent.last_payment_error?.decline_code,
  reason: intent.last_payment_error?.message ?? processingProblemMessage,
})

/** Converts the status of a Stripe payment intent to an outcome. Only `succeeded` counts as paid. */
export function toChargeOutcome(intent: Stripe.PaymentIntent): ChargeOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { status: 'paid' }
    case 'processing':
    case 'requires_capture':
      return { status: 'processing' }
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'requires_action', clientSecret: intent.client_secret ?? '' }
    default:
      return failed(intent)
  }
}
