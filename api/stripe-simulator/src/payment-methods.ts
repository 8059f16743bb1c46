import type Stripe from 'stripe'
import { z } from 'zod'
import { parseBankAccount, toUsBankAccount } from './banks.ts'
import { createDeclineError, isDeclineReason, parseCard } from './cards.ts'
import { defineEndpoint } from './endpoint.ts'
import { createId } from './ids.ts'
import { billingDetailsParam, expandParams, integerParam, mergeMetadata, metadataParam, stringParam } from './params.ts'
import type { RequestContext } from './request-context.ts'
import { createInvalidRequestError, StripeApiError } from './stripe-api-error.ts'

/**
 * Fields that describe a payment method, accepted by `POST /v1/payment_methods` and by an intent's
 * `payment_method_data`.
 */
export const paymentMethodDataParam = z.strictObject({
  type: z.enum(['card', 'us_bank_account']),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  billing_details: billingDetailsParam.optional(),
  card: z
    .strictObject({ number: stringParam, exp_month: integerParam, exp_year: integerParam, cvc: stringParam.optional() })
    .optional(),
  metadata: metadataParam.optional(),
  us_bank_account: z
    .strictObject({
      account_holder_type: z.enum(['individual', 'company']).optional(),
      account_number: stringParam,
      account_type: z.enum(['checking', 'savings']).optional(),
      routing_number: stringParam,
    })
    .optional(),
})

/** Converts billing details to Stripe's format. Missing fields become null. */
const toBillingDetails = (given: z.output<typeof billingDetailsParam> = {}): Stripe.PaymentMethod.BillingDetails => ({
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

function parsePaymentMethod(world: RequestContext, given: z.output<typeof paymentMethodDataParam>) {
  if (given.type === 'card') {
    if (!given.card)
      throw createInvalidRequestError('Missing required param: card.', { code: 'parameter_missing', param: 'card' })
    return parseCard(given.card, world.settings.now())
  }
  const account = given.us_bank_account
  if (!account) {
    throw createInvalidRequestError('Missing required param: us_bank_account.', {
      code: 'parameter_missing',
      param: 'us_bank_account',
    })
  }
  if (!given.billing_details?.name) {
    throw createInvalidRequestError('Missing required param: billing_details[name].', {
      code: 'parameter_missing',
      param: 'billing_details[name]',
    })
  }
  const bank = parseBankAccount(account, 'us_bank_account')
  return {
    behavior: bank.behavior,
    us_bank_account: toUsBankAccount(bank, account.account_holder_type, account.account_type),
  }
}

/** Creates a payment method from the submitted fields. Does not store card or account numbers. */
export async function createPaymentMethod(world: RequestContext, given: z.output<typeof paymentMethodDataParam>) {
  const { behavior, ...part } = parsePaymentMethod(world, given)
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
  return world.store.save(method, behavior)
}

/**
 * Attaches a payment method to a customer. Rejects test cards that are always declined, except cards with the behavior
 * `attaches_but_fails`.
 */
export async function attachPaymentMethod(world: RequestContext, methodId: string, customerId: string, param = 'id') {
  const method = await world.findOrThrow<Stripe.PaymentMethod>('payment_method', methodId, param)
  const customer = await world.findOrThrow<Stripe.Customer>('customer', customerId, 'customer')
  if (method.customer === customer.id) return method
  const behavior = await world.store.behavior(method.id)
  if (behavior === 'detached') {
    throw createInvalidRequestError(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
      { param: 'payment_method' },
    )
  }
  if (method.customer) {
    throw createInvalidRequestError('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
    })
  }
  if (method.type === 'card' && isDeclineReason(behavior))
    throw new StripeApiError(402, createDeclineError(behavior), true)
  const attached = await world.store.save({ ...method, customer: customer.id })
  await world.emit('payment_method.attached', attached)
  return attached
}

async function detach(world: RequestContext, id: string) {
  const method = await world.findOrThrow<Stripe.PaymentMethod>('payment_method', id)
  if (!method.customer) {
    throw createInvalidRequestError(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  }
  const detached = await world.store.save({ ...method, customer: null }, 'detached')
  await world.emit('payment_method.detached', detached)
  return detached
}

export const paymentMethodEndpoints = [
  defineEndpoint(
    'POST',
    '/v1/payment_methods',
    paymentMethodDataParam.extend(expandParams),
    (world, given) => createPaymentMethod(world, given),
    ['server', 'browser'],
  ),
  defineEndpoint('GET', '/v1/payment_methods/:id', z.strictObject(expandParams), (world, _, id) =>
    world.findOrThrow<Stripe.PaymentMethod>('payment_method', id),
  ),
  defineEndpoint(
    'POST',
    '/v1/payment_methods/:id/attach',
    z.strictObject({ ...expandParams, customer: stringParam }),
    (world, given, id) => attachPaymentMethod(world, id, given.customer),
  ),
  defineEndpoint('POST', '/v1/payment_methods/:id/detach', z.strictObject(expandParams), (world, _, id) =>
    detach(world, id),
  ),
]
