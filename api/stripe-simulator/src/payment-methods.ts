import type Stripe from 'stripe'
import { z } from 'zod'
import { parseBankAccount, toUsBankAccount } from './banks.ts'
import { defineEndpoint } from './call.ts'
import { getDecline, isDecline, parseCard } from './cards.ts'
import { createId } from './ids.ts'
import { billingDetails, expand, integer, mergeMetadata, metadata, text } from './params.ts'
import { createInvalidRequest, StripeProblem } from './problem.ts'
import type { RequestContext } from './world.ts'

/**
 * Fields that describe a payment method. `POST /v1/payment_methods` and an intent's `payment_method_data` accept them.
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

/** Like in Stripe, missing fields are null. */
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

function parsePaymentMethod(world: RequestContext, given: z.output<typeof paymentMethodData>) {
  if (given.type === 'card') {
    if (!given.card)
      throw createInvalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' })
    return parseCard(given.card, world.settings.now())
  }
  const account = given.us_bank_account
  if (!account) {
    throw createInvalidRequest('Missing required param: us_bank_account.', {
      code: 'parameter_missing',
      param: 'us_bank_account',
    })
  }
  if (!given.billing_details?.name) {
    throw createInvalidRequest('Missing required param: billing_details[name].', {
      code: 'parameter_missing',
      param: 'billing_details[name]',
    })
  }
  const bank = parseBankAccount(account, 'us_bank_account')
  return {
    behaviour: bank.behaviour,
    us_bank_account: toUsBankAccount(bank, account.account_holder_type, account.account_type),
  }
}

/** Creates a payment method from the submitted fields. The numbers are not stored. */
export async function createPaymentMethod(world: RequestContext, given: z.output<typeof paymentMethodData>) {
  const { behaviour, ...part } = parsePaymentMethod(world, given)
  const method: Stripe.PaymentMethod = {
    id: createId('pm'),
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
 * Attaches a payment method to a customer. Cards that would be declined cannot be attached, except
 * `attaches_but_fails`.
 */
export async function attach(world: RequestContext, methodId: string, customerId: string, param = 'id') {
  const method = await world.findOrThrow<Stripe.PaymentMethod>('payment_method', methodId, param)
  const customer = await world.findOrThrow<Stripe.Customer>('customer', customerId, 'customer')
  if (method.customer === customer.id) return method
  const behaviour = await world.store.behaviour(method.id)
  if (behaviour === 'detached') {
    throw createInvalidRequest(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      { param: 'payment_method' },
    )
  }
  if (method.customer) {
    throw createInvalidRequest('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
    })
  }
  if (method.type === 'card' && isDecline(behaviour)) throw new StripeProblem(402, getDecline(behaviour), true)
  const attached = await world.store.save({ ...method, customer: customer.id })
  await world.emit('payment_method.attached', attached)
  return attached
}

async function detach(world: RequestContext, id: string) {
  const method = await world.findOrThrow<Stripe.PaymentMethod>('payment_method', id)
  if (!method.customer) {
    throw createInvalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  }
  const detached = await world.store.save({ ...method, customer: null }, 'detached')
  await world.emit('payment_method.detached', detached)
  return detached
}

export const paymentMethodCalls = [
  defineEndpoint(
    'POST',
    '/v1/payment_methods',
    paymentMethodData.extend(expand),
    (world, given) => createPaymentMethod(world, given),
    ['server', 'browser'],
  ),
  defineEndpoint('GET', '/v1/payment_methods/:id', z.strictObject(expand), (world, _, id) =>
    world.findOrThrow<Stripe.PaymentMethod>('payment_method', id),
  ),
  defineEndpoint(
    'POST',
    '/v1/payment_methods/:id/attach',
    z.strictObject({ ...expand, customer: text }),
    (world, given, id) => attach(world, id, given.customer),
  ),
  defineEndpoint('POST', '/v1/payment_methods/:id/detach', z.strictObject(expand), (world, _, id) => detach(world, id)),
]
