import type Stripe from 'stripe'
import { z } from 'zod'
import { isCardCharge } from './charges.ts'
import { defineEndpoint } from './endpoint.ts'
import { createId } from './ids.ts'
import type { Charge } from './objects.ts'
import { expandParams, integerParam, mergeMetadata, metadataParam, pagingParams, stringParam } from './params.ts'
import type { RequestContext } from './request-context.ts'
import { createInvalidRequestError } from './stripe-api-error.ts'

const createSchema = z.strictObject({
  ...expandParams,
  amount: integerParam.optional(),
  metadata: metadataParam.optional(),
  payment_intent: stringParam,
})

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

async function getCharge(world: RequestContext, intentId: string) {
  const intent = await world.findOrThrow<Stripe.PaymentIntent>('payment_intent', intentId, 'payment_intent')
  if (!intent.latest_charge || intent.status !== 'succeeded') {
    throw createInvalidRequestError(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  }
  return world.findOrThrow<Charge>('charge', String(intent.latest_charge), 'charge')
}

function requireRefundable(charge: Charge, amount: number) {
  if (charge.refunded) {
    throw createInvalidRequestError(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  if (charge.disputed) {
    throw createInvalidRequestError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  const left = charge.amount_captured - charge.amount_refunded
  if (amount > left) {
    throw createInvalidRequestError(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      {
        param: 'amount',
      },
    )
  }
  if (amount <= 0)
    throw createInvalidRequestError('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
}

/** Creates a refund. Card refunds succeed immediately. Bank refunds succeed in `settleRefund`. */
async function create(world: RequestContext, given: z.output<typeof createSchema>) {
  const charge = await getCharge(world, given.payment_intent)
  const amount = given.amount ?? charge.amount_captured - charge.amount_refunded
  requireRefundable(charge, amount)
  const byCard = isCardCharge(charge)
  const refund = await world.store.save<Stripe.Refund>({
    id: createId(byCard ? 're' : 'pyr'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: mergeMetadata({}, given.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: byCard ? 'succeeded' : 'pending',
    transfer_reversal: null,
  })
  const refundedSoFar = charge.amount_refunded + amount
  const changed = await world.store.save<Charge>({
    ...charge,
    amount_refunded: refundedSoFar,
    refunded: refundedSoFar === charge.amount_captured,
  })
  await world.emit('refund.created', refund)
  await world.emit('charge.refunded', changed, { amount_refunded: charge.amount_refunded, refunded: charge.refunded })
  if (!byCard) await world.settleLater(refund.id)
  return refund
}

/** Marks a pending bank refund as succeeded. */
export async function settleRefund(world: RequestContext, refundId: string) {
  const refund = await world.store.find<Stripe.Refund>(refundId)
  if (refund?.status !== 'pending') return
  const settled = await world.store.save<Stripe.Refund>({ ...refund, status: 'succeeded' })
  await world.emit('refund.updated', settled)
}

export const refundEndpoints = [
  defineEndpoint('POST', '/v1/refunds', createSchema, create),
  defineEndpoint('GET', '/v1/refunds/:id', z.strictObject(expandParams), (world, _, id) =>
    world.findOrThrow<Stripe.Refund>('refund', id),
  ),
  defineEndpoint(
    'GET',
    '/v1/refunds',
    z.strictObject({ ...pagingParams, payment_intent: stringParam.optional() }),
    (world, given) => {
      const { payment_intent, ...page } = given
      return world.store.page<Stripe.Refund>('refund', payment_intent ? { payment_intent } : {}, '/v1/refunds', page)
    },
  ),
]
