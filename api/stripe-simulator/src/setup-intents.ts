import type Stripe from 'stripe'
import { z } from 'zod'
import { type Caller, call } from './call.ts'
import { newClientSecret, newId } from './ids.ts'
import {
  AUTHENTICATION_FAILED,
  automaticOf,
  challengeAction,
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
import { createMandate } from './mandates.ts'
import { expand, integer, type mandateData, mergeMetadata, paging, text } from './params.ts'
import { attach, declineOf } from './payment-methods.ts'
import { invalid, Problem } from './problem.ts'
import type { World } from './world.ts'

const confirmSchema = z.strictObject(confirmationParams)
const createSchema = z.strictObject({
  ...intentParams,
  ...creationParams,
  mandate_data: confirmationParams.mandate_data,
  return_url: text.optional(),
  usage: z.enum(['off_session', 'on_session']).optional(),
  use_stripe_sdk: confirmationParams.use_stripe_sdk,
})

type Mandate = z.output<typeof mandateData> | undefined

/** Stripe's test values for the two ways of proving microdeposits. */
const DESCRIPTOR_CODE = 'SM11AA'
const DEPOSIT_AMOUNTS = [32, 45]

async function create(world: World, given: z.output<typeof createSchema>, caller: Caller) {
  if (given.customer) await world.need<Stripe.Customer>('customer', given.customer, 'customer')
  const id = newId('seti')
  const blank: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: automaticOf(given.automatic_payment_methods),
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: world.now,
    customer: given.customer ?? null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, given.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: optionsOf(given.payment_method_options),
    payment_method_types: kindsOf(given),
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: given.usage ?? 'off_session',
  }
  const method = await methodFor(world, blank, given)
  const intent: Stripe.SetupIntent = {
    ...blank,
    payment_method: method?.id ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  }
  await world.store.save(intent)
  await world.emit('setup_intent.created', intent)
  return given.confirm ? confirm(world, intent, { mandate_data: given.mandate_data }, caller) : intent
}

async function fail(world: World, intent: Stripe.SetupIntent, error: Stripe.SetupIntent.LastSetupError) {
  const failed = await world.store.save<Stripe.SetupIntent>({
    ...intent,
    last_setup_error: error,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  await world.emit('setup_intent.setup_failed', failed)
  return failed
}

async function succeed(world: World, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod, acceptance: Mandate) {
  // Proved once, the card may be charged later without its owner.
  if ((await world.store.behaviour(method.id)) === 'needs_authentication') await world.store.save(method, 'succeeds')
  if (intent.customer) await attach(world, method.id, String(intent.customer), 'payment_method')
  const mandate =
    method.type === 'us_bank_account' && !intent.mandate
      ? (await createMandate(world, method, acceptance, 'multi_use')).id
      : intent.mandate
  const done = await world.store.save<Stripe.SetupIntent>({
    ...intent,
    last_setup_error: null,
    mandate,
    next_action: null,
    status: 'succeeded',
  })
  await world.emit('setup_intent.succeeded', done)
  return done
}

async function wait(world: World, intent: Stripe.SetupIntent, action: Stripe.SetupIntent.NextAction) {
  const waiting = await world.store.save<Stripe.SetupIntent>({
    ...intent,
    next_action: action,
    status: 'requires_action',
  })
  await world.emit('setup_intent.requires_action', waiting)
  return waiting
}

async function confirmCard(world: World, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod) {
  const behaviour = await world.store.behaviour(method.id)
  const declined = declineOf(behaviour)
  if (declined) {
    const failed = await fail(world, intent, { ...declined.detail, payment_method: method })
    throw new Problem(402, { ...declined.detail, payment_method: method, setup_intent: failed }, true)
  }
  if (behaviour.endsWith('needs_authentication')) return wait(world, intent, challengeAction())
  return succeed(world, intent, method, undefined)
}

/**
 * A bank account whose numbers were typed in. Stripe verifies it by microdeposits where the intent asks for them; otherwise the
 * simulator takes it as verified at once, as Stripe does when the customer picks the account at their bank.
 */
async function confirmBank(
  world: World,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  acceptance: Mandate,
) {
  if (!acceptance) {
    throw invalid('mandate_data is required to set up a us_bank_account.', {
      code: 'setup_intent_mandate_invalid',
      param: 'mandate_data',
    })
  }
  if ((await world.store.behaviour(method.id)) === 'fails_validation') {
    return fail(world, intent, {
      type: 'invalid_request_error',
      code: 'payment_method_microdeposit_failed',
      message: 'Microdeposit transfers failed. Please check the account and routing number provided.',
      payment_method: method,
    })
  }
  if (intent.payment_method_options?.us_bank_account?.verification_method !== 'microdeposits') {
    return succeed(world, intent, method, acceptance)
  }
  const mandate = await createMandate(world, method, acceptance, 'multi_use')
  return wait(
    world,
    { ...intent, mandate: mandate.id },
    {
      type: 'verify_with_microdeposits',
      verify_with_microdeposits: {
        arrival_date: world.now + 2 * 24 * 3600,
        hosted_verification_url: 'https://payments.stripe.com/microdeposit/simulator',
        microdeposit_type: 'descriptor_code',
      },
    },
  )
}

async function confirm(
  world: World,
  intent: Stripe.SetupIntent,
  given: Omit<z.output<typeof confirmSchema>, 'client_secret'>,
  caller: Caller,
) {
  needState(intent, 'confirm', ['requires_payment_method', 'requires_confirmation', 'requires_action'])
  const method = await methodFor(world, intent, given)
  if (!method) {
    throw invalid(
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
      { code: 'setup_intent_unexpected_state' },
    )
  }
  const chosen: Stripe.SetupIntent = {
    ...intent,
    payment_method: method.id,
    ...(given.payment_method_options && { payment_method_options: optionsOf(given.payment_method_options) }),
  }
  // Stripe.js accepts the mandate for the customer who presses the button under the mandate text.
  const acceptance =
    given.mandate_data ?? (caller === 'browser' ? { customer_acceptance: { type: 'online' as const } } : undefined)
  return method.type === 'card' ? confirmCard(world, chosen, method) : confirmBank(world, chosen, method, acceptance)
}

async function answerChallenge(world: World, intent: Stripe.SetupIntent, outcome: 'authorized' | 'refused') {
  needState(intent, 'authenticate', ['requires_action'])
  const method = await world.need<Stripe.PaymentMethod>('payment_method', String(intent.payment_method))
  if (outcome === 'authorized') return succeed(world, intent, method, undefined)
  return fail(world, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: AUTHENTICATION_FAILED,
    payment_method: method,
  })
}

const depositsSchema = z.strictObject({
  ...expand,
  amounts: z.array(integer).length(2).optional(),
  client_secret: text.optional(),
  descriptor_code: text.optional(),
})

async function verifyDeposits(world: World, intent: Stripe.SetupIntent, given: z.output<typeof depositsSchema>) {
  needState(intent, 'verify', ['requires_action'])
  const method = await world.need<Stripe.PaymentMethod>('payment_method', String(intent.payment_method))
  const proven = given.descriptor_code
    ? given.descriptor_code === DESCRIPTOR_CODE
    : given.amounts?.every((amount, i) => amount === DEPOSIT_AMOUNTS[i])
  if (!proven) {
    throw invalid('The values provided do not match the values of the microdeposits that were sent.', {
      code: given.descriptor_code
        ? 'payment_method_microdeposit_verification_descriptor_code_mismatch'
        : 'payment_method_microdeposit_verification_amounts_mismatch',
    })
  }
  return succeed(world, intent, method, undefined)
}

const anyCaller: Caller[] = ['server', 'browser']
const need = (world: World, id: string, caller: Caller, secret: string | undefined) =>
  needIntent<Stripe.SetupIntent>(world, 'setup_intent', id, caller, secret)

export const setupIntentCalls = [
  call('POST', '/v1/setup_intents', createSchema, (world, given, _, caller) => create(world, given, caller)),
  call(
    'GET',
    '/v1/setup_intents',
    z.strictObject({ ...paging, customer: text.optional(), payment_method: text.optional() }),
    (world, { customer, payment_method, ...page }) =>
      world.store.page<Stripe.SetupIntent>(
        'setup_intent',
        { ...(customer && { customer }), ...(payment_method && { payment_method }) },
        '/v1/setup_intents',
        page,
      ),
  ),
  call(
    'GET',
    '/v1/setup_intents/:id',
    z.strictObject({ ...expand, client_secret: text.optional() }),
    (world, given, id, caller) => need(world, id, caller, given.client_secret),
    anyCaller,
  ),
  call('POST', '/v1/setup_intents/:id', z.strictObject(intentParams), async (world, given, id) => {
    const intent = await world.need<Stripe.SetupIntent>('setup_intent', id)
    needState(intent, 'update', ['requires_payment_method', 'requires_confirmation', 'requires_action'])
    if (given.customer) await world.need<Stripe.Customer>('customer', given.customer, 'customer')
    const changed: Stripe.SetupIntent = {
      ...intent,
      customer: given.customer ?? intent.customer,
      description: given.description ?? intent.description,
      metadata: mergeMetadata(intent.metadata, given.metadata),
      ...(given.allowed_payment_method_types && {
        allowed_payment_method_types: given.allowed_payment_method_types,
        payment_method_types: kindsOf(given),
      }),
    }
    const method = await methodFor(world, changed, given)
    return world.store.save({
      ...changed,
      payment_method: method?.id ?? null,
      status: method && intent.status === 'requires_payment_method' ? 'requires_confirmation' : intent.status,
    })
  }),
  call(
    'POST',
    '/v1/setup_intents/:id/confirm',
    confirmSchema,
    async (world, { client_secret, ...given }, id, caller) =>
      confirm(world, await need(world, id, caller, client_secret), given, caller),
    anyCaller,
  ),
  call(
    'POST',
    '/v1/setup_intents/:id/verify_microdeposits',
    depositsSchema,
    async (world, given, id, caller) =>
      verifyDeposits(world, await need(world, id, caller, given.client_secret), given),
    anyCaller,
  ),
  call(
    'POST',
    '/v1/setup_intents/:id/cancel',
    z.strictObject({
      ...expand,
      cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional(),
    }),
    async (world, given, id) => {
      const intent = await world.need<Stripe.SetupIntent>('setup_intent', id)
      needState(intent, 'cancel', ['requires_payment_method', 'requires_confirmation', 'requires_action'])
      const canceled = await world.store.save<Stripe.SetupIntent>({
        ...intent,
        cancellation_reason: given.cancellation_reason ?? null,
        next_action: null,
        status: 'canceled',
      })
      await world.emit('setup_intent.canceled', canceled)
      return canceled
    },
  ),
  /** Not a call of Stripe's: the stand-in's challenge dialog reports here, as the card's bank would. */
  call(
    'POST',
    '/v1/setup_intents/:id/challenge',
    challengeParams,
    async (world, given, id) =>
      answerChallenge(world, await need(world, id, 'browser', given.client_secret), given.outcome),
    ['browser'],
  ),
]
