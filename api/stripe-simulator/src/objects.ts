import type Stripe from 'stripe'

/**
 * Charge fields that the simulator stores. Charges have no endpoints, but intents, refunds, disputes and events refer
 * to them.
 */
export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'billing_details'
  | 'captured'
  | 'created'
  | 'currency'
  | 'customer'
  | 'description'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'livemode'
  | 'metadata'
  | 'paid'
  | 'payment_intent'
  | 'payment_method'
  | 'payment_method_details'
  | 'refunded'
  | 'status'
>

/** All object types that the simulator stores. */
export type StripeObject =
  | Charge
  | Stripe.Customer
  | Stripe.Dispute
  | Stripe.Event
  | Stripe.Mandate
  | Stripe.PaymentIntent
  | Stripe.PaymentMethod
  | Stripe.Refund
  | Stripe.SetupIntent
  | Stripe.Token

/** Returns an object type's name for Stripe's error messages, as in "No such customer: …". */
export const getObjectDisplayName = (object: string) => {
  if (object === 'payment_method') return 'PaymentMethod'
  return object.replaceAll('_', '')
}
