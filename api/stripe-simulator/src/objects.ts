import type Stripe from 'stripe'
import type { Charge } from './charges.ts'

/** Everything the simulator keeps. */
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

/** The sentence of Stripe's errors for each kind: "No such customer: …". */
export const spokenName = (object: string) => {
  if (object === 'payment_method') return 'PaymentMethod'
  return object.replaceAll('_', '')
}
