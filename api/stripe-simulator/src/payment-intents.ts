import type Stripe from 'stripe'
import { z } from 'zod'
import { getDelayedFailureMessage } from './banks.ts'
import { isDeclineReason } from './cards.ts'
import { authorizeCharge, completeCharge, createCharge, failCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { defineEndpoint } from './endpoint.ts'
import {
  createIntent,
  createIntentEndpoints,
  getInitialIntentFields,
  intentCreationParams,
} from './intent-endpoints.ts'
import {
  assertIntentStatus,
  type ConfirmationContext,
  cancelIntent,
  declineIntent,
  failIntent,
  type IntentKind,
  markIntentProcessing,
  markIntentSucceeded,
  OPEN_STATUSES,
  setPaymentMethod,
  updateIntent,
} from './intents.ts'
import { createMandate, findActiveMandate } from './mandates.ts'
import type { Charge } from './objects.ts'
import {
  booleanParam,
  expandParams,
  integerParam,
  mergeMetadata,
  metadataParam,
  pagingParams,
  stringParam,
} from './params.ts'
import { attachPaymentMethod } from './payment-methods.ts'
import type { RequestContext } from './request-context.ts'
import { createInvalidRequestError } from './stripe-api-error.ts'

/** Stripe's minimum and maximum charge in cents, for US dollars. */
const SMALLEST_CHARGE = 50
const LARGEST_CHARGE = 99_999_999

/** Behavior of payment intents. Cards are charged immediately. `settlePayment` completes bank debits. */
const payments: IntentKind<Stripe.PaymentIntent> = {
  object: 'payment_intent',
  name: 'PaymentIntent',
  path: '/v1/payment_intents',
  lastError: 'last_payment_error',
  failedEvent: 'payment_intent.payment_failed',
  declines: (behavior) => {
    if (behavior === 'attaches_but_fails') return 'generic_decline'
    return isDeclineReason(behavior) ? behavior : undefined
  },
  recordDecline: async (world, intent, method, { code = '', message }) => {
    const charge = await failCharge(world, createCharge(world, intent, method), code, message)
    return { ...intent, latest_charge: charge.id }
  },
  complete: async (world, intent, method, how) => {
    const outcome = await (method.type === 'us_bank_account'
      ? debit(world, intent, method, how.mandate)
      : intent.capture_method === 'manual'
        ? authorizePayment(world, intent, method)
        : completePayment(world, intent, method))
    if (intent.setup_future_usage && intent.customer && !method.customer)
      await attachPaymentMethod(world, method.id, String(intent.customer), 'payment_method')
    return outcome
  },
}

/** Completes a payment. Immediately opens a dispute if the card or account has the behavior `disputes`. */
async function completePayment(
  world: RequestContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  attempted = createCharge(world, intent, method),
) {
  const charge = await completeCharge(world, attempted)
  const paid = await markIntentSucceeded(world, payments, intent, {
    amount_received: charge.amount_captured,
    latest_charge: charge.id,
  })
  if ((await world.store.behavior(method.id)) === 'disputes')
    await openDispute(world, charge, method.type === 'card' ? 'fraudulent' : 'debit_not_authorized')
  return paid
}

/** Authorizes a card payment for a later capture or cancellation. */
async function authorizePayment(world: RequestContext, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod) {
  const charge = await authorizeCharge(world, createCharge(world, intent, method))
  return updateIntent<Stripe.PaymentIntent>(
    world,
    intent,
    {
      amount_capturable: intent.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      next_action: null,
      status: 'requires_capture',
    },
    'payment_intent.amount_capturable_updated',
  )
}

/** Captures an authorized payment. */
async function capture(world: RequestContext, intent: Stripe.PaymentIntent) {
  assertIntentStatus(payments, intent, 'capture', ['requires_capture'])
  const charge = await world.findOrThrow<Charge>('charge', String(intent.latest_charge))
  const method = await world.findOrThrow<Stripe.PaymentMethod>('payment_method', String(intent.payment_method))
  return completePayment(world, { ...intent, amount_capturable: 0 }, method, charge)
}

/** Submits a bank debit. `settlePayment` later determines whether it is paid. */
async function debit(
  world: RequestContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  acceptance: ConfirmationContext['mandate'],
) {
  if (!(await findActiveMandate(world, method.id))) {
    if (!acceptance) {
      throw createInvalidRequestError(
        'This PaymentIntent requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and try again, providing acceptance data in the mandate_data parameter.',
        { code: 'payment_intent_mandate_invalid' },
      )
    }
    await createMandate(world, method, acceptance, intent.setup_future_usage ? 'multi_use' : 'single_use')
  }
  if ((await world.store.behavior(method.id)) === 'unusable') {
    return declineIntent(world, payments, intent, method, {
      type: 'invalid_request_error',
      code: 'bank_account_unusable',
      message: 'The bank account provided can not be used.',
    })
  }
  const charge = await world.store.save(createCharge(world, intent, method))
  await world.emit('charge.pending', charge)
  const processing = await markIntentProcessing(world, payments, intent, { latest_charge: charge.id })
  await world.settleLater(intent.id)
  return processing
}

/** Settles a bank debit: paid, failed with a reason, or paid and then disputed. */
export async function settlePayment(world: RequestContext, intentId: string) {
  const intent = await world.store.find<Stripe.PaymentIntent>(intentId)
  if (intent?.status !== 'processing') return
  const charge = await world.findOrThrow<Charge>('charge', String(intent.latest_charge))
  const method = await world.findOrThrow<Stripe.PaymentMethod>('payment_method', String(intent.payment_method))
  const behavior = await world.store.behavior(method.id)
  if (behavior === 'stays_processing') return
  const message = getDelayedFailureMessage(behavior)
  if (!message) {
    await completePayment(world, intent, method, charge)
    return
  }
  await failCharge(world, charge, behavior, message)
  await failIntent(world, payments, intent, {
    type: 'card_error',
    code: behavior,
    message,
    payment_method: method,
    charge: charge.id,
  })
}

const createSchema = z.strictObject({
  ...intentCreationParams,
  amount: integerParam,
  capture_method: z.enum(['automatic_async', 'manual']).optional(),
  currency: stringParam,
  description: stringParam.optional(),
  off_session: booleanParam.optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
})

const newIntent = (world: RequestContext, given: z.output<typeof createSchema>): Stripe.PaymentIntent => ({
  ...getInitialIntentFields(world, 'pi', given),
  object: 'payment_intent',
  amount: given.amount,
  amount_capturable: 0,
  amount_received: 0,
  application_fee_amount: null,
  canceled_at: null,
  capture_method: given.capture_method ?? 'automatic_async',
  confirmation_method: 'automatic',
  currency: given.currency.toLowerCase(),
  customer_account: null,
  description: given.description ?? null,
  last_payment_error: null,
  latest_charge: null,
  managed_payments: null,
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: given.setup_future_usage ?? null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
})

function requireAmount(amount: number) {
  if (amount < 1) {
    throw createInvalidRequestError('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (amount < SMALLEST_CHARGE)
    throw createInvalidRequestError('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  if (amount > LARGEST_CHARGE)
    throw createInvalidRequestError('Amount must be no more than $999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    })
}

const updateSchema = z.strictObject({
  ...expandParams,
  amount: integerParam.optional(),
  description: stringParam.optional(),
  metadata: metadataParam.optional(),
})

export const paymentIntentEndpoints = [
  defineEndpoint('POST', payments.path, createSchema, (world, given) => {
    requireAmount(given.amount)
    if (given.currency.toLowerCase() !== 'usd') {
      throw createInvalidRequestError(`Invalid currency: ${given.currency}. The simulator takes usd only.`, {
        param: 'currency',
      })
    }
    if (given.capture_method === 'manual' && given.allowed_payment_method_types?.join() !== 'card')
      throw createInvalidRequestError('The simulator holds money on cards only.', { param: 'capture_method' })
    if (given.off_session && !given.confirm)
      throw createInvalidRequestError('off_session may only be used when confirm is true.', { param: 'off_session' })
    return createIntent(world, payments, newIntent(world, given), given)
  }),
  defineEndpoint(
    'GET',
    payments.path,
    z.strictObject({ ...pagingParams, customer: stringParam.optional() }),
    (world, given) => {
      const { customer, ...page } = given
      return world.store.page<Stripe.PaymentIntent>('payment_intent', customer ? { customer } : {}, payments.path, page)
    },
  ),
  defineEndpoint('POST', `${payments.path}/:id`, updateSchema, async (world, given, id) => {
    const intent = await world.findOrThrow<Stripe.PaymentIntent>('payment_intent', id)
    assertIntentStatus(payments, intent, 'update', OPEN_STATUSES)
    const amount = given.amount ?? intent.amount
    requireAmount(amount)
    return world.store.save<Stripe.PaymentIntent>({
      ...setPaymentMethod(intent, intent.payment_method),
      amount,
      description: given.description ?? intent.description,
      metadata: mergeMetadata(intent.metadata, given.metadata),
    })
  }),
  defineEndpoint('POST', `${payments.path}/:id/cancel`, z.strictObject(expandParams), async (world, _, id) => {
    const intent = await world.findOrThrow<Stripe.PaymentIntent>('payment_intent', id)
    return cancelIntent(world, payments, intent, { amount_capturable: 0, canceled_at: world.now }, [
      ...OPEN_STATUSES,
      'requires_capture',
    ])
  }),
  defineEndpoint('POST', `${payments.path}/:id/capture`, z.strictObject(expandParams), async (world, _, id) =>
    capture(world, await world.findOrThrow<Stripe.PaymentIntent>('payment_intent', id)),
  ),
  ...createIntentEndpoints(payments),
]
