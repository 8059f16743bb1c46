import type Stripe from 'stripe'
import { createId } from './ids.ts'
import type { Charge } from './objects.ts'
import type { RequestContext } from './request-context.ts'

/** Returns a pending charge for an intent. */
export const createCharge = (
  world: RequestContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Charge => ({
  id: createId(method.type === 'card' ? 'ch' : 'py'),
  object: 'charge',
  amount: intent.amount,
  amount_captured: 0,
  amount_refunded: 0,
  billing_details: method.billing_details,
  captured: false,
  created: world.now,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: intent.metadata,
  paid: false,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: { type: method.type },
  refunded: false,
  status: 'pending',
})

export const isCardCharge = (charge: Charge) => charge.payment_method_details?.type === 'card'

/** Marks a charge as paid and captured. */
export async function completeCharge(world: RequestContext, charge: Charge) {
  const paid = await world.store.save<Charge>({
    ...charge,
    amount_captured: charge.amount,
    captured: true,
    paid: true,
    status: 'succeeded',
  })
  await world.emit(charge.status === 'succeeded' ? 'charge.captured' : 'charge.succeeded', paid)
  return paid
}

/** Marks a charge as authorized but not captured. */
export async function authorizeCharge(world: RequestContext, charge: Charge) {
  const held = await world.store.save<Charge>({ ...charge, paid: true, status: 'succeeded' })
  await world.emit('charge.succeeded', held)
  return held
}

export async function failCharge(world: RequestContext, charge: Charge, code: string, message: string) {
  const failed = await world.store.save<Charge>({
    ...charge,
    failure_code: code,
    failure_message: message,
    status: 'failed',
  })
  await world.emit('charge.failed', failed)
  return failed
}
