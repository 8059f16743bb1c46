import type Stripe from 'stripe'
import type { z } from 'zod'
import { createDeclineError, type DeclineReason, isCardExpired, needsAuthentication } from './cards.ts'
import type { mandateDataParam } from './params.ts'
import type { RequestContext } from './request-context.ts'
import { type ProblemDetail, StripeApiError } from './stripe-api-error.ts'

/**
 * An intent. Payment and setup intents have these states:
 *
 *     requires_payment_method ─▶ requires_confirmation ─▶ [requires_action] ─▶ [processing] ─▶ succeeded
 *               ▲                                                │                  │
 *               └──────────────── declined, with the reason ─────┴──────────────────┘
 *
 * With manual capture, a card payment is in `requires_capture` before it succeeds.
 */
export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** States in which an intent can be changed, confirmed or cancelled. */
export const OPEN_STATUSES = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** Context of a confirmation. */
export interface ConfirmationContext {
  /** Whether the payer is absent. */
  offSession: boolean
  /** Whether the cardholder has just authenticated. */
  authenticated?: boolean
  mandate?: z.output<typeof mandateDataParam> | undefined
}

/** Properties and functions that differ between payment intents and setup intents. */
export interface IntentKind<I extends Intent> {
  object: I['object']
  /** Name of the intent in Stripe's messages. */
  name: string
  path: string
  lastError: 'last_payment_error' | 'last_setup_error'
  failedEvent: string
  /** Returns the `decline_code` for the card's behavior, or undefined if the card is not declined. */
  declines: (behavior: string) => DeclineReason | undefined
  /** Records a declined attempt. Returns the intent with a reference to the attempt. */
  recordDecline: (world: RequestContext, intent: I, method: Stripe.PaymentMethod, error: ProblemDetail) => Promise<I>
  /** Completes a confirmed intent after all checks have passed. */
  complete: (world: RequestContext, intent: I, method: Stripe.PaymentMethod, how: ConfirmationContext) => Promise<I>
}

/** Saves the next state of the intent and emits an event. */
export async function updateIntent<I extends Intent>(
  world: RequestContext,
  intent: I,
  change: Partial<I>,
  event: string,
): Promise<I> {
  const moved = await world.store.save<I>({ ...intent, ...change })
  await world.emit(event, moved)
  return moved
}

/** Resets an intent to `requires_payment_method` and stores the error. */
export const failIntent = <I extends Intent>(
  world: RequestContext,
  face: IntentKind<I>,
  intent: I,
  error: ProblemDetail,
): Promise<I> =>
  updateIntent(
    world,
    intent,
    {
      [face.lastError]: error,
      next_action: null,
      payment_method: null,
      status: 'requires_payment_method',
    } as Partial<Intent> as Partial<I>,
    face.failedEvent,
  )

export const markIntentSucceeded = <I extends Intent>(
  world: RequestContext,
  face: IntentKind<I>,
  intent: I,
  result: Partial<I>,
): Promise<I> =>
  updateIntent(
    world,
    intent,
    { ...result, [face.lastError]: null, next_action: null, status: 'succeeded' } as Partial<I>,
    `${face.object}.succeeded`,
  )

/** Marks an intent as processing until the bank decides. */
export const markIntentProcessing = <I extends Intent>(
  world: RequestContext,
  face: IntentKind<I>,
  intent: I,
  result: Partial<I>,
): Promise<I> =>
  updateIntent(
    world,
    intent,
    { ...result, next_action: null, status: 'processing' } as Partial<I>,
    `${face.object}.processing`,
  )

export const cancelIntent = <I extends Intent>(
  world: RequestContext,
  face: IntentKind<I>,
  intent: I,
  result: Partial<I>,
  cancelable: string[],
): Promise<I> => {
  assertIntentStatus(face, intent, 'cancel', cancelable)
  return updateIntent(
    world,
    intent,
    { ...result, next_action: null, status: 'canceled' } as Partial<I>,
    `${face.object}.canceled`,
  )
}

/** Marks an intent as waiting for authentication by the cardholder. Stripe.js then shows the authentication dialog. */
const requireAuthentication = <I extends Intent>(world: RequestContext, face: IntentKind<I>, intent: I): Promise<I> =>
  updateIntent(
    world,
    intent,
    {
      next_action: {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', source: 'simulator' },
      },
      status: 'requires_action',
    } as Partial<Intent> as Partial<I>,
    `${face.object}.requires_action`,
  )

/**
 * Records a declined attempt and throws Stripe's error. Despite the error, the failed intent and its events are kept.
 */
export async function declineIntent<I extends Intent>(
  world: RequestContext,
  face: IntentKind<I>,
  intent: I,
  method: Stripe.PaymentMethod,
  error: ProblemDetail,
): Promise<never> {
  const tried = await face.recordDecline(world, intent, method, error)
  const charge = tried.object === 'payment_intent' && { charge: String(tried.latest_charge) }
  const detail: ProblemDetail = { ...error, ...charge, payment_method: method }
  const failed = await failIntent(world, face, tried, detail)
  throw new StripeApiError(error.type === 'card_error' ? 402 : 400, { ...detail, [face.object]: failed }, true)
}

/** Throws 400 if the intent's state does not allow the action. */
export function assertIntentStatus<I extends Intent>(face: IntentKind<I>, intent: I, verb: string, allowed: string[]) {
  if (allowed.includes(intent.status)) return
  throw new StripeApiError(400, {
    type: 'invalid_request_error',
    code: `${face.object}_unexpected_state`,
    message: `You cannot ${verb} this ${face.name} because it has a status of ${intent.status}. Only a ${face.name} with one of the following statuses may be used: ${allowed.join(', ')}.`,
    [face.object]: intent,
  })
}

/** Returns the intent with the given payment method and the resulting status. */
export const setPaymentMethod = <I extends Intent>(intent: I, methodId: I['payment_method']): I => ({
  ...intent,
  payment_method: methodId,
  status: methodId ? 'requires_confirmation' : 'requires_payment_method',
})

/**
 * Moves an intent to its next state, depending on its payment method: declined, waiting for authentication or
 * completed.
 */
export async function processIntent<I extends Intent>(
  world: RequestContext,
  face: IntentKind<I>,
  intent: I,
  method: Stripe.PaymentMethod,
  how: ConfirmationContext,
): Promise<I> {
  if (method.type === 'card') {
    const behavior = await world.store.behavior(method.id)
    const isExpired = method.card !== undefined && isCardExpired(method.card, world.settings.now())
    const mustProve = needsAuthentication(behavior) && !how.authenticated
    const declined = isExpired ? 'expired_card' : face.declines(behavior)
    const reason = mustProve && how.offSession ? 'authentication_required' : declined
    if (reason) return declineIntent(world, face, intent, method, createDeclineError(reason))
    if (mustProve) return requireAuthentication(world, face, intent)
  }
  return face.complete(world, intent, method, how)
}

/** Processes the result of the cardholder's authentication. */
export async function finishAuthentication<I extends Intent>(
  world: RequestContext,
  face: IntentKind<I>,
  intent: I,
  outcome: 'authorized' | 'failed',
): Promise<I> {
  assertIntentStatus(face, intent, 'authenticate', ['requires_action'])
  const method = await world.findOrThrow<Stripe.PaymentMethod>('payment_method', String(intent.payment_method))
  if (outcome === 'authorized') {
    return processIntent(world, face, intent, method, { offSession: false, authenticated: true })
  }
  return failIntent(world, face, intent, {
    type: 'invalid_request_error',
    code: `${face.object}_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
  })
}
