import type Stripe from 'stripe'
import { z } from 'zod'
import type { Caller } from './call.ts'
import { expand, flag, list, mandateData, metadata, text } from './params.ts'
import { createPaymentMethod, paymentMethodData } from './payment-methods.ts'
import { invalid, missing, Problem } from './problem.ts'
import type { World } from './world.ts'

/** What set-up and payment intents have in common. */
export type Intent = Stripe.SetupIntent | Stripe.PaymentIntent

const KINDS = ['card', 'us_bank_account']

const methodOptions = z.strictObject({
  card: z.strictObject({ request_three_d_secure: z.enum(['any', 'automatic', 'challenge']).optional() }).optional(),
  us_bank_account: z
    .strictObject({
      financial_connections: z.strictObject({ permissions: list.optional(), prefetch: list.optional() }).optional(),
      setup_future_usage: z.enum(['none', 'off_session', 'on_session', '']).optional(),
      verification_method: z.enum(['automatic', 'instant', 'microdeposits']).optional(),
    })
    .optional(),
})

/** Parameters of both kinds of intent. `payment_method_types` went with API version 2026-10-28 and is unknown, as in Stripe. */
export const intentParams = {
  ...expand,
  allowed_payment_method_types: list.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
  payment_method_options: methodOptions.optional(),
}

export const creationParams = {
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  confirm: flag.optional(),
}

export const confirmationParams = {
  ...expand,
  client_secret: text.optional(),
  mandate_data: z.union([mandateData, z.literal('').transform(() => undefined)]).optional(),
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
  payment_method_options: methodOptions.optional(),
  return_url: text.optional(),
  use_stripe_sdk: flag.optional(),
}

export const challengeParams = z.strictObject({ client_secret: text, outcome: z.enum(['authorized', 'refused']) })

/** The intent for this caller. A browser has to know its secret, and cannot tell a wrong secret from a missing intent. */
export async function needIntent<T extends Intent>(
  world: World,
  object: T['object'],
  id: string,
  caller: Caller,
  secret: string | undefined,
): Promise<T> {
  const intent = await world.need<T>(object, id)
  if (caller === 'browser' && intent.client_secret !== secret) throw missing(object.replaceAll('_', ''), id)
  return intent
}

/** The kinds of payment method that an intent takes. */
export function kindsOf(given: { allowed_payment_method_types?: string[] | undefined }): string[] {
  const unknown = given.allowed_payment_method_types?.find((kind) => !KINDS.includes(kind))
  if (unknown) {
    throw invalid(`The payment method type "${unknown}" is invalid.`, { param: 'allowed_payment_method_types' })
  }
  return given.allowed_payment_method_types?.length ? given.allowed_payment_method_types : KINDS
}

/** Options as Stripe answers them. The card's other options are not simulated, so only what was given is shown. */
export const optionsOf = (given: z.output<typeof methodOptions> | undefined) =>
  given
    ? ({
        ...(given.card && { card: { request_three_d_secure: given.card.request_three_d_secure ?? 'automatic' } }),
        ...(given.us_bank_account && {
          us_bank_account: { verification_method: given.us_bank_account.verification_method ?? 'automatic' },
        }),
      } as Stripe.SetupIntent.PaymentMethodOptions & Stripe.PaymentIntent.PaymentMethodOptions)
    : null

/** Stripe's answer to `automatic_payment_methods`. */
export const automaticOf = (given: z.output<typeof creationParams.automatic_payment_methods>) =>
  given ? { enabled: given.enabled, allow_redirects: given.allow_redirects ?? 'always' } : null

/**
 * The payment method that a confirmation names, describes, or finds on the intent already.
 * Throws Stripe's errors when there is none, when its kind does not fit, or when it belongs to somebody else.
 */
export async function methodFor(
  world: World,
  intent: Intent,
  given: { payment_method?: string | undefined; payment_method_data?: z.output<typeof paymentMethodData> | undefined },
): Promise<Stripe.PaymentMethod | undefined> {
  const id = given.payment_method ?? (given.payment_method_data ? undefined : intent.payment_method)
  const method = given.payment_method_data
    ? await createPaymentMethod(world, given.payment_method_data)
    : id
      ? await world.need<Stripe.PaymentMethod>('payment_method', String(id), 'payment_method')
      : undefined
  if (!method) return undefined
  if (!intent.payment_method_types.includes(method.type)) {
    throw invalid(
      `The provided payment method type "${method.type}" is not allowed for this intent. Allowed: ${intent.payment_method_types.join(', ')}.`,
      { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
    )
  }
  if (method.customer && method.customer !== intent.customer) {
    throw invalid(
      `The provided PaymentMethod ${method.id} belongs to another Customer. Please supply the Customer that it belongs to.`,
      { code: 'payment_method_unexpected_state', param: 'payment_method' },
    )
  }
  return method
}

/** Refuses to act on an intent whose state forbids it. */
export function needState(intent: Intent, verb: string, allowed: string[]) {
  if (allowed.includes(intent.status)) return
  const [kind, code] =
    intent.object === 'payment_intent'
      ? ['PaymentIntent', 'payment_intent_unexpected_state']
      : ['SetupIntent', 'setup_intent_unexpected_state']
  throw new Problem(400, {
    type: 'invalid_request_error',
    code,
    message: `You cannot ${verb} this ${kind} because it has a status of ${intent.status}. Only a ${kind} with one of the following statuses may be used: ${allowed.join(', ')}.`,
    ...(intent.object === 'payment_intent' ? { payment_intent: intent } : { setup_intent: intent }),
  })
}

/** What Stripe.js is asked to do for a card that wants its owner to prove who they are. */
export const challengeAction = () => ({
  type: 'use_stripe_sdk',
  use_stripe_sdk: { type: 'three_d_secure_redirect', source: 'simulator' },
})

export const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
