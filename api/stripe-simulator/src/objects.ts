import type Stripe from 'stripe'
import type { Charge } from './charges.ts'

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

/** Returns the name of an object type in Stripe's error messages, as in "No such customer: …". */
export const getObjectDisplayName = (object: string) => {
  if (object === 'payment_method') return 'PaymentMethod'
  return object.replaceAll('_', '')
}
