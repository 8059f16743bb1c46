import type Stripe from 'stripe'
import { chargeSucceeds } from './charges.ts'
import { succeed } from './payment-attempt.ts'
import { invalid } from './problem.ts'
import type { World } from './world.ts'

/** Takes up to the held amount, in cents; what is not taken is released. */
export async function bookCapture(world: World, intent: Stripe.PaymentIntent, amount: number) {
  if (amount > intent.amount_capturable) {
    throw invalid('The amount to capture is greater than the amount that is capturable.', {
      param: 'amount_to_capture',
    })
  }
  const charge = await world.need<Stripe.Charge>('charge', String(intent.latest_charge))
  return succeed(world, intent, await chargeSucceeds(world, charge, amount))
}
