import type Stripe from 'stripe'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { createId } from './ids.ts'
import { clearableStringParam, expandParams, mergeMetadata, metadataParam } from './params.ts'

const createSchema = z.strictObject({
  ...expandParams,
  email: clearableStringParam.optional(),
  metadata: metadataParam.optional(),
  name: clearableStringParam.optional(),
})

const newCustomer = (created: number, given: z.output<typeof createSchema>): Stripe.Customer => ({
  id: createId('cus').replace('_1', '_'),
  object: 'customer',
  address: null,
  balance: 0,
  created,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: given.email ?? null,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: mergeMetadata({}, given.metadata),
  name: given.name ?? null,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

export const customerEndpoints = [
  defineEndpoint('POST', '/v1/customers', createSchema, async (world, given) => {
    const customer = await world.store.save(newCustomer(world.now, given))
    await world.emit('customer.created', customer)
    return customer
  }),
]
