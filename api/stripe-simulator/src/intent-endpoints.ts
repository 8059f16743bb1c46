import type Stripe from 'stripe'
import { z } from 'zod'
import { type Caller, defineEndpoint } from './endpoint.ts'
import { createClientSecret, createId } from './ids.ts'
import {
  assertIntentStatus,
  type ConfirmationContext,
  finishAuthentication,
  type Intent,
  type IntentKind,
  OPEN_STATUSES,
  processIntent,
  setPaymentMethod,
  updateIntent,
} from './intents.ts'
import { booleanParam, expandParams, mandateDataParam, mergeMetadata, metadataParam, stringParam } from './params.ts'
import { createPaymentMethod, paymentMethodDataParam } from './payment-methods.ts'
import type { RequestContext } from './request-context.ts'
import { createInvalidRequestError, createResourceMissingError } from './stripe-api-error.ts'

const choosing = {
  ...expandParams,
  mandate_data: mandateDataParam.optional(),
  payment_method: stringParam.optional(),
  payment_method_data: paymentMethodDataParam.optional(),
  use_stripe_sdk: booleanParam.optional(),
}
const confirmSchema = z.strictObject({ ...choosing, client_secret: stringParam.optional() })

/** Parameters for creating a payment intent or a setup intent. */
export const intentCreationParams = {
  ...choosing,
  allowed_payment_method_types: z.array(z.enum(['card', 'us_bank_account'])).optional(),
  confirm: booleanParam.optional(),
  customer: stringParam.optional(),
  metadata: metadataParam.optional(),
}
const creationSchema = z.strictObject(intentCreationParams)
type Creation = z.output<typeof creationSchema>

/** Returns the initial values of the fields that payment intents and setup intents share. */
export function getInitialIntentFields(world: RequestContext, prefix: 'pi' | 'seti', given: Creation) {
  const id = createId(prefix)
  const kinds = given.allowed_payment_method_types
  return {
    id,
    allowed_payment_method_types: kinds ?? null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: createClientSecret(id),
    created: world.now,
    customer: given.customer ?? null,
    description: null,
    excluded_payment_method_types: null,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: kinds?.length ? kinds : ['card', 'us_bank_account'],
    status: 'requires_payment_method' as const,
  }
}

/** Returns the intent. Throws 404 if a browser does not send the intent's client secret. */
async function requireIntent<I extends Intent>(
  world: RequestContext,
  face: IntentKind<I>,
  id: string,
  caller: Caller,
  secret: string | undefined,
): Promise<I> {
  const intent = await world.findOrThrow<I>(face.object, id)
  if (caller === 'browser' && intent.client_secret !== secret)
    throw createResourceMissingError(face.object.replaceAll('_', ''), id)
  return intent
}

/**
 * Returns the payment method for a confirmation: given by id, described in the request, or already set on the intent.
 * Throws Stripe's error if the type does not match or the payment method belongs to another customer.
 */
async function getPaymentMethod(
  world: RequestContext,
  intent: Intent,
  given: Pick<Creation, 'payment_method' | 'payment_method_data'>,
): Promise<Stripe.PaymentMethod | undefined> {
  const id = given.payment_method ?? intent.payment_method
  if (!given.payment_method_data && !id) return undefined
  const method = given.payment_method_data
    ? await createPaymentMethod(world, given.payment_method_data)
    : await world.findOrThrow<Stripe.PaymentMethod>('payment_method', String(id), 'payment_method')
  if (!intent.payment_method_types.includes(method.type)) {
    throw createInvalidRequestError(
      `The provided payment method type "${method.type}" is not allowed for this intent. Allowed: ${intent.payment_method_types.join(', ')}.`,
      { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
    )
  }
  if (method.customer && method.customer !== intent.customer) {
    throw createInvalidRequestError(
      `The provided PaymentMethod ${method.id} belongs to another Customer. Please supply the Customer that it belongs to.`,
      { code: 'payment_method_unexpected_state', param: 'payment_method' },
    )
  }
  return method
}

/** Stores a new intent and confirms it if requested. */
export async function createIntent<I extends Intent>(
  world: RequestContext,
  face: IntentKind<I>,
  blank: I,
  given: Creation & { off_session?: boolean | undefined },
): Promise<I> {
  if (given.customer) await world.findOrThrow<Stripe.Customer>('customer', given.customer, 'customer')
  const method = await getPaymentMethod(world, blank, given)
  const intent = await updateIntent(world, blank, setPaymentMethod(blank, method?.id ?? null), `${face.object}.created`)
  if (!given.confirm) return intent
  return confirm(world, face, intent, method, { offSession: given.off_session ?? false, mandate: given.mandate_data })
}

async function confirm<I extends Intent>(
  world: RequestContext,
  face: IntentKind<I>,
  intent: I,
  method: Stripe.PaymentMethod | undefined,
  how: ConfirmationContext,
): Promise<I> {
  if (!method) {
    throw createInvalidRequestError(
      `You cannot confirm this ${face.name} because it's missing a payment method. Update the ${face.name} with a payment method and then confirm it again.`,
      { code: `${face.object}_unexpected_state` },
    )
  }
  return processIntent(world, face, { ...intent, payment_method: method.id }, method, how)
}

/** Endpoints that payment intents and setup intents share. */
export const createIntentEndpoints = <I extends Intent>(face: IntentKind<I>) => [
  defineEndpoint(
    'GET',
    `${face.path}/:id`,
    z.strictObject({ ...expandParams, client_secret: stringParam.optional() }),
    (world, given, id, caller) => requireIntent(world, face, id, caller, given.client_secret),
    ['server', 'browser'],
  ),
  defineEndpoint(
    'POST',
    `${face.path}/:id/confirm`,
    confirmSchema,
    async (world, given, id, caller) => {
      const intent = await requireIntent(world, face, id, caller, given.client_secret)
      assertIntentStatus(face, intent, 'confirm', OPEN_STATUSES)
      // The customer accepts the mandate by clicking the button below the mandate text. Stripe.js sends this
      // acceptance.
      const accepted = caller === 'browser' ? { customer_acceptance: { type: 'online' as const } } : undefined
      const how = { offSession: false, mandate: given.mandate_data ?? accepted }
      return confirm(world, face, intent, await getPaymentMethod(world, intent, given), how)
    },
    ['server', 'browser'],
  ),
  /**
   * Receives the result of the simulator's authentication dialog, which replaces the card bank's dialog. Stripe does
   * not have this endpoint.
   */
  defineEndpoint(
    'POST',
    `${face.path}/:id/challenge`,
    z.strictObject({ client_secret: stringParam, outcome: z.enum(['authorized', 'failed']) }),
    async (world, given, id) =>
      finishAuthentication(
        world,
        face,
        await requireIntent(world, face, id, 'browser', given.client_secret),
        given.outcome,
      ),
    ['browser'],
  ),
]
