import type Stripe from 'stripe'
import { z } from 'zod'
import { type Caller, call } from './call.ts'
import { bookCapture } from './capture.ts'
import { newClientSecret, newId } from './ids.ts'
import {
  automaticOf,
  challengeParams,
  confirmationParams,
  creationParams,
  intentParams,
  kindsOf,
  methodFor,
  needIntent,
  needState,
  optionsOf,
} from './intents.ts'
import { clearable, expand, flag, integer, mergeMetadata, paging, text } from './params.ts'
import { type AttemptOptions, answerChallenge, attempt } from './payment-attempt.ts'
import { invalid } from './problem.ts'
import type { World } from './world.ts'

/** Stripe's smallest charge in US dollars, in cents. */
const SMALLEST_CHARGE = 50
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

const futureUsage = z.enum(['off_session', 'on_session', '']).transform((usage) => usage || null)
const describing = {
  ...intentParams,
  receipt_email: clearable.optional(),
  setup_future_usage: futureUsage.optional(),
  statement_descriptor: text.max(22).optional(),
  statement_descriptor_suffix: text.max(22).optional(),
}
const attempting = {
  error_on_requires_action: flag.optional(),
  mandate_data: confirmationParams.mandate_data,
  off_session: flag.optional(),
  return_url: text.optional(),
  use_stripe_sdk: flag.optional(),
}
const createSchema = z.strictObject({
  ...describing,
  ...creationParams,
  ...attempting,
  amount: integer,
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']).optional(),
  confirmation_method: z.enum(['automatic', 'manual']).optional(),
  currency: text,
})
const updateSchema = z.strictObject({ ...describing, amount: integer.optional(), currency: text.optional() })
const confirmSchema = z.strictObject({
  ...confirmationParams,
  ...attempting,
  receipt_email: clearable.optional(),
  setup_future_usage: futureUsage.optional(),
})

function needAmount(amount: number, currency: string) {
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (amount < SMALLEST_CHARGE) {
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > 99999999) {
    throw invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  }
  if (currency.toLowerCase() !== 'usd') {
    throw invalid(`Invalid currency: ${currency}. The simulator takes usd only.`, { param: 'currency' })
  }
}

/** Fields that create and update both may set; what is not given stays. */
const described = (intent: Stripe.PaymentIntent, given: z.output<typeof updateSchema>): Stripe.PaymentIntent => ({
  ...intent,
  amount: given.amount ?? intent.amount,
  customer: given.customer ?? intent.customer,
  description: given.description ?? intent.description,
  metadata: mergeMetadata(intent.metadata, given.metadata),
  receipt_email: given.receipt_email === undefined ? intent.receipt_email : given.receipt_email,
  setup_future_usage: given.setup_future_usage === undefined ? intent.setup_future_usage : given.setup_future_usage,
  statement_descriptor: given.statement_descriptor ?? intent.statement_descriptor,
  statement_descriptor_suffix: given.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
  ...(given.payment_method_options && { payment_method_options: optionsOf(given.payment_method_options) }),
  ...(given.allowed_payment_method_types && {
    allowed_payment_method_types: given.allowed_payment_method_types,
    payment_method_types: kindsOf(given),
  }),
})

function newIntent(world: World, given: z.output<typeof createSchema>): Stripe.PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automaticOf(given.automatic_payment_methods),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: given.capture_method ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: given.confirmation_method ?? 'automatic',
    created: world.now,
    currency: given.currency.toLowerCase(),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: kindsOf({}),
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
}

/** Gives the intent its payment method, and the state that follows from having one. */
async function withMethod(world: World, intent: Stripe.PaymentIntent, given: z.output<typeof updateSchema>) {
  if (given.customer) await world.need<Stripe.Customer>('customer', given.customer, 'customer')
  const method = await methodFor(world, intent, given)
  return world.store.save<Stripe.PaymentIntent>({
    ...intent,
    payment_method: method?.id ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  })
}

async function create(world: World, given: z.output<typeof createSchema>, caller: Caller) {
  needAmount(given.amount, given.currency)
  if (given.off_session && !given.confirm) {
    throw invalid('off_session may only be used when confirm is true.', { param: 'off_session' })
  }
  const intent = await withMethod(world, described(newIntent(world, given), given), given)
  await world.emit('payment_intent.created', intent)
  return given.confirm ? confirm(world, intent, given, caller) : intent
}

async function confirm(
  world: World,
  intent: Stripe.PaymentIntent,
  given: Omit<z.output<typeof confirmSchema>, 'client_secret'>,
  caller: Caller,
) {
  needState(intent, 'confirm', OPEN)
  const method = await methodFor(world, intent, given)
  if (!method) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state' },
    )
  }
  const options: AttemptOptions = {
    offSession: given.off_session ?? false,
    // Stripe.js accepts the mandate for the customer who presses the button under the mandate text.
    mandate: given.mandate_data ?? (caller === 'browser' ? { customer_acceptance: { type: 'online' } } : undefined),
  }
  const ready = {
    ...intent,
    ...(given.setup_future_usage !== undefined && { setup_future_usage: given.setup_future_usage }),
    ...(given.receipt_email !== undefined && { receipt_email: given.receipt_email }),
  }
  const outcome = await attempt(world, ready, method, options)
  if (outcome.status === 'requires_action' && given.error_on_requires_action) {
    throw invalid(
      'This payment required an authentication action to complete, but `error_on_requires_action` was set.',
      {
        code: 'authentication_required',
      },
    )
  }
  return outcome
}

const anyCaller: Caller[] = ['server', 'browser']
const need = (world: World, id: string, caller: Caller, secret: string | undefined) =>
  needIntent<Stripe.PaymentIntent>(world, 'payment_intent', id, caller, secret)

export const paymentIntentCalls = [
  call('POST', '/v1/payment_intents', createSchema, (world, given, _, caller) => create(world, given, caller)),
  call(
    'GET',
    '/v1/payment_intents',
    z.strictObject({ ...paging, customer: text.optional() }),
    (world, { customer, ...page }) =>
      world.store.page<Stripe.PaymentIntent>(
        'payment_intent',
        customer ? { customer } : {},
        '/v1/payment_intents',
        page,
      ),
  ),
  call(
    'GET',
    '/v1/payment_intents/:id',
    z.strictObject({ ...expand, client_secret: text.optional() }),
    (world, given, id, caller) => need(world, id, caller, given.client_secret),
    anyCaller,
  ),
  call('POST', '/v1/payment_intents/:id', updateSchema, async (world, given, id) => {
    const intent = await world.need<Stripe.PaymentIntent>('payment_intent', id)
    needState(intent, 'update', OPEN)
    needAmount(given.amount ?? intent.amount, given.currency ?? intent.currency)
    return withMethod(world, described(intent, given), given)
  }),
  call(
    'POST',
    '/v1/payment_intents/:id/confirm',
    confirmSchema,
    async (world, { client_secret, ...given }, id, caller) =>
      confirm(world, await need(world, id, caller, client_secret), given, caller),
    anyCaller,
  ),
  call(
    'POST',
    '/v1/payment_intents/:id/capture',
    z.strictObject({ ...expand, amount_to_capture: integer.optional() }),
    async (world, given, id) => {
      const intent = await world.need<Stripe.PaymentIntent>('payment_intent', id)
      needState(intent, 'capture', ['requires_capture'])
      return bookCapture(world, intent, given.amount_to_capture ?? intent.amount_capturable)
    },
  ),
  call(
    'POST',
    '/v1/payment_intents/:id/cancel',
    z.strictObject({
      ...expand,
      cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    }),
    async (world, given, id) => {
      const intent = await world.need<Stripe.PaymentIntent>('payment_intent', id)
      needState(intent, 'cancel', [...OPEN, 'requires_capture'])
      const canceled = await world.store.save<Stripe.PaymentIntent>({
        ...intent,
        amount_capturable: 0,
        canceled_at: world.now,
        cancellation_reason: given.cancellation_reason ?? null,
        next_action: null,
        status: 'canceled',
      })
      await world.emit('payment_intent.canceled', canceled)
      return canceled
    },
  ),
  /** Not a call of Stripe's: the stand-in's challenge dialog reports here, as the card's bank would. */
  call(
    'POST',
    '/v1/payment_intents/:id/challenge',
    challengeParams,
    async (world, given, id) => {
      const intent = await need(world, id, 'browser', given.client_secret)
      needState(intent, 'authenticate', ['requires_action'])
      return answerChallenge(world, intent, given.outcome)
    },
    ['browser'],
  ),
]
