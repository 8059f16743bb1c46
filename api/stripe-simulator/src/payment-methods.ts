import type Stripe from 'stripe'
import { z } from 'zod'
import { asPaymentMethodPart, readBank } from './banks.ts'
import { call } from './call.ts'
import { getDecline, isDecline, readCard } from './cards.ts'
import { newId } from './ids.ts'
import { billingDetails, expand, integer, mergeMetadata, metadata, text } from './params.ts'
import { invalid, Problem } from './problem.ts'
import type { World } from './world.ts'

/**
 * The fields that describe a payment method, for `POST /v1/payment_methods` and for an intent's `payment_method_data`.
 */
export const paymentMethodData = z.strictObject({
  type: z.enum(['card', 'us_bank_account']),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  billing_details: billingDetails.optional(),
  card: z.strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: text.optional() }).optional(),
  metadata: metadata.optional(),
  us_bank_account: z
    .strictObject({
      account_holder_type: z.enum(['individual', 'company']).optional(),
      account_number: text,
      account_type: z.enum(['checking', 'savings']).optional(),
      routing_number: text,
    })
    .optional(),
})

/** As in Stripe, missing fields are null. */
const toBillingDetails = (given: z.output<typeof billingDetails> = {}): Stripe.PaymentMethod.BillingDetails => ({
  address: {
    city: given.address?.city ?? null,
    country: given.address?.country ?? null,
    line1: given.address?.line1 ?? null,
    line2: given.address?.line2 ?? null,
    postal_code: given.address?.postal_code ?? null,
    state: given.address?.state ?? null,
  },
  email: given.email ?? null,
  name: given.name ?? null,
  phone: given.phone ?? null,
  tax_id: null,
})

function readKind(world: World, given: z.output<typeof paymentMethodData>) {
  if (given.type === 'card') {
    if (!given.card) throw invalid('Missing required param: card.', { code: 'parameter_missing', param: 'card' })
    return readCard(given.card, world.settings.now())
  }
  const account = given.us_bank_account
  if (!account) {
    throw invalid('Missing required param: us_bank_account.', { code: 'parameter_missing', param: 'us_bank_account' })
  }
  if (!given.billing_details?.name) {
    throw invalid('Missing required param: billing_details[name].', {
      code: 'parameter_missing',
      param: 'billing_details[name]',
    })
  }
  const bank = readBank(account, 'us_bank_account')
  return {
    behaviour: bank.behaviour,
    us_bank_account: asPaymentMethodPart(bank, account.account_holder_type, account.account_type),
  }
}

/** Creates a payment method from the submitted fields. The numbers are not stored. */
export async function createPaymentMethod(world: World, given: z.output<typeof paymentMethodData>) {
  const { behaviour, ...part } = readKind(world, given)
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: given.allow_redisplay ?? 'unspecified',
    billing_details: toBillingDetails(given.billing_details),
    ...part,
    created: world.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    type: given.type,
  }
  return world.store.save(method, behaviour)
}

/**
 * Attaches a payment method to a customer. A card that would be declined cannot be attached, except
 * `attaches_but_fails`.
 */
export async function attach(world: World, methodId: string, customerId: string, param = 'id') {
  const method = await world.need<Stripe.PaymentMethod>('payment_method', methodId, param)
  const customer = await world.need<Stripe.Customer>('customer', customerId, 'customer')
  if (method.customer === customer.id) return method
  const behaviour = await world.store.behaviour(method.id)
  if (behaviour === 'detached') {
    throw invalid(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      { param: 'payment_method' },
    )
  }
  if (method.customer) {
    throw invalid('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
    })
  }
  if (method.type === 'card' && isDecline(behaviour)) throw new Problem(402, getDecline(behaviour), true)
  const attached = await world.store.save({ ...method, customer: customer.id })
  await world.emit('payment_method.attached', attached)
  return attached
}

async function detach(world: World, id: string) {
  const method = await world.need<Stripe.PaymentMethod>('payment_method', id)
  if (!method.customer) {
    throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
  }
  const detached = await world.store.save({ ...method, customer: null }, 'detached')
  await world.emit('payment_method.detached', detached)
  return detached
}

export const paymentMethodCalls = [
  call(
    'POST',
    '/v1/payment_methods',
    paymentMethodData.extend(expand),
    (world, given) => createPaymentMethod(world, given),
    ['server', 'browser'],
  ),
  call('GET', '/v1/payment_methods/:id', z.strictObject(expand), (world, _, id) =>
    world.need<Stripe.PaymentMethod>('payment_method', id),
  ),
  call('POST', '/v1/payment_methods/:id/attach', z.strictObject({ ...expand, customer: text }), (world, given, id) =>
    attach(world, id, given.customer),
  ),
  call('POST', '/v1/payment_methods/:id/detach', z.strictObject(expand), (world, _, id) => detach(world, id)),
]
