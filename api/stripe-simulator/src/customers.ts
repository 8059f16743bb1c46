import type Stripe from 'stripe'
import { z } from 'zod'
import { call } from './call.ts'
import { newId } from './ids.ts'
import { address, clearable, expand, list, mergeMetadata, metadata, paging, text } from './params.ts'
import { attach } from './payment-methods.ts'

const profile = {
  ...expand,
  address: z.union([address, z.literal('')]).optional(),
  description: clearable.optional(),
  email: clearable.optional(),
  invoice_settings: z.strictObject({ default_payment_method: clearable.optional() }).optional(),
  metadata: metadata.optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
  preferred_locales: list.optional(),
}

const toAddress = (given: z.output<typeof address>): Stripe.Address => ({
  city: given.city ?? null,
  country: given.country ?? null,
  line1: given.line1 ?? null,
  line2: given.line2 ?? null,
  postal_code: given.postal_code ?? null,
  state: given.state ?? null,
})

const profileSchema = z.strictObject(profile)

/** A customer with what the call gives; what it leaves out stays. */
function withProfile(customer: Stripe.Customer, given: z.output<typeof profileSchema>): Stripe.Customer {
  const { address: place, invoice_settings: invoicing } = given
  return {
    ...customer,
    ...(place !== undefined && { address: place === '' ? null : toAddress(place) }),
    ...(given.description !== undefined && { description: given.description }),
    ...(given.email !== undefined && { email: given.email }),
    ...(given.name !== undefined && { name: given.name }),
    ...(given.phone !== undefined && { phone: given.phone }),
    ...(given.preferred_locales && { preferred_locales: given.preferred_locales }),
    ...(invoicing?.default_payment_method !== undefined && {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: invoicing.default_payment_method },
    }),
    metadata: mergeMetadata(customer.metadata, given.metadata),
  }
}

const newCustomer = (created: number): Stripe.Customer => ({
  id: newId('cus').replace('_1', '_'),
  object: 'customer',
  address: null,
  balance: 0,
  created,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: {},
  name: null,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

export const customerCalls = [
  call('POST', '/v1/customers', profileSchema.extend({ payment_method: text.optional() }), async (world, given) => {
    const customer = await world.store.save(withProfile(newCustomer(world.now), given))
    if (given.payment_method) await attach(world, given.payment_method, customer.id, 'payment_method')
    await world.emit('customer.created', customer)
    return customer
  }),

  call('GET', '/v1/customers', z.strictObject({ ...paging, email: text.optional() }), (world, { email, ...page }) =>
    world.store.page<Stripe.Customer>('customer', email ? { email } : {}, '/v1/customers', page),
  ),

  call('GET', '/v1/customers/:id', z.strictObject(expand), (world, _, id) =>
    world.need<Stripe.Customer>('customer', id),
  ),

  call('POST', '/v1/customers/:id', profileSchema, async (world, given, id) => {
    const customer = await world.need<Stripe.Customer>('customer', id)
    const updated = await world.store.save(withProfile(customer, given))
    await world.emit('customer.updated', updated)
    return updated
  }),
]
