import type Stripe from 'stripe'
import { z } from 'zod'
import { call } from './call.ts'
import { expand, flag, paging, text } from './params.ts'

export const eventCalls = [
  call('GET', '/v1/events/:id', z.strictObject(expand), (world, _, id) => world.need<Stripe.Event>('event', id)),
  call(
    'GET',
    '/v1/events',
    z.strictObject({ ...paging, delivery_success: flag.optional(), type: text.optional() }),
    (world, { type, delivery_success, ...page }) =>
      world.store.page<Stripe.Event>(
        'event',
        {
          ...(type && { type }),
          ...(delivery_success !== undefined && { pending_webhooks: delivery_success ? 0 : 1 }),
        },
        '/v1/events',
        page,
      ),
  ),
]
