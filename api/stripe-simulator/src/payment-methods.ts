import type Stripe from 'stripe'
import { z } from 'zod'
import { asPaymentMethodPart, readBank } from './banks.ts'
import { call } from './call.ts'
import { DECLINES, readCard } from './cards.ts'
import { newId } from './ids.ts'
import { billingDetails, expand, integer, mergeMetadata, metadata, paging, text } from './params.ts'
import { invalid, Problem } from './problem.ts'
import type { World } from './world.ts'

/** What describes a payment method, in `POST /v1/payment_methods` and in `payment_method_data` of an intent. */
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

/** Stripe fills what is not given with null. */
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

/** Makes a payment method of what was typed in. Numbers are read here and not kept. */
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

/** The card refuses to be stored or charged: Stripe's 402, or nothing when it does not. */
export function declineOf(behaviour: string): Problem | undefined {
  if (!(behaviour in DECLINES)) return undefined
  const { code, message } = DECLINES[behaviour as keyof typeof DECLINES]
  return new Problem(402, { type: 'card_error', code, decline_code: behaviour, message }, true)
}

/** Ties a payment method to a customer. A card that would be declined cannot be stored, except the one made for that. */
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
  const declined = method.type === 'card' ? declineOf(behaviour) : undefined
  if (declined) throw declined
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
  const customer = await world.need<Stripe.Customer>('customer', String(method.customer))
  if (customer.invoice_settings.default_payment_method === id) {
    await world.store.save({
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    })
  }
  await world.emit('payment_method.detached', detached)
  return detached
}

const kinds = z.enum(['card', 'us_bank_account']).optional()

const listOf = (world: World, customer: string, type: string | undefined, url: string, page: object) =>
  world.store.page<Stripe.PaymentMethod>('payment_method', { customer, ...(type && { type }) }, url, page)

const detailSchema = z.strictObject({
  ...expand,
  billing_details: billingDetails.optional(),
  card: z.strictObject({ exp_month: integer.optional(), exp_year: integer.optional() }).optional(),
  metadata: metadata.optional(),
})

async function update(world: World, given: z.output<typeof detailSchema>, id: string) {
  const method = await world.need<Stripe.PaymentMethod>('payment_method', id)
  const card = method.card && given.card ? { ...method.card, ...definedOf(given.card) } : method.card
  const updated = await world.store.save({
    ...method,
    ...(card && { card }),
    ...(given.billing_details && {
      billing_details: { ...method.billing_details, ...definedOf(toBillingDetails(given.billing_details)) },
    }),
    metadata: mergeMetadata(method.metadata, given.metadata),
  })
  await world.emit('payment_method.updated', updated)
  return updated
}

const definedOf = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]-?: NonNullable<T[K]>
  }

export const paymentMethodCalls = [
  call(
    'POST',
    '/v1/payment_methods',
    paymentMethodData.extend(expand),
    (world, given) => createPaymentMethod(world, given),
    ['server', 'browser'],
  ),
  call(
    'GET',
    '/v1/payment_methods',
    z.strictObject({ ...paging, customer: text, type: kinds }),
    async (world, given) => {
      const { customer, type, ...page } = given
      await world.need<Stripe.Customer>('customer', customer, 'customer')
      return listOf(world, customer, type, '/v1/payment_methods', page)
    },
  ),
  call('GET', '/v1/payment_methods/:id', z.strictObject(expand), (world, _, id) =>
    world.need<Stripe.PaymentMethod>('payment_method', id),
  ),
  call('POST', '/v1/payment_methods/:id', detailSchema, update),
  call('POST', '/v1/payment_methods/:id/attach', z.strictObject({ ...expand, customer: text }), (world, given, id) =>
    attach(world, id, given.customer),
  ),
  call('POST', '/v1/payment_methods/:id/detach', z.strictObject(expand), (world, _, id) => detach(world, id)),
  call(
    'GET',
    '/v1/customers/:id/payment_methods',
    z.strictObject({ ...paging, type: kinds }),
    async (world, given, id) => {
      const { type, ...page } = given
      await world.need<Stripe.Customer>('customer', id)
      return listOf(world, id, type, `/v1/customers/${id}/payment_methods`, page)
    },
  ),
]
