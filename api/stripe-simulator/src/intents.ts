import type Stripe from 'stripe'
import type { z } from 'zod'
import { type DeclineReason, getDecline, needsAuthentication } from './cards.ts'
import type { mandateData } from './params.ts'
import { Problem, type ProblemDetail } from './problem.ts'
import type { World } from './world.ts'

/**
 * The life of an intent, which payment and set-up intents share:
 *
 *     requires_payment_method ─▶ requires_confirmation ─▶ [requires_action] ─▶ [processing] ─▶ succeeded
 *               ▲                                                │                  │
 *               └──────────────── refused, with the reason ──────┴──────────────────┘
 *
 * A card's money that is to be captured by hand waits in `requires_capture` before it has succeeded.
 */
export type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** The states in which an intent may still be changed, confirmed or canceled. */
export const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** How a confirmation came about. */
export interface Confirmation {
  /** The payer is not there to be asked. */
  offSession: boolean
  /** The card's owner has just proved who they are. */
  authenticated?: boolean
  mandate?: z.output<typeof mandateData> | undefined
}

/** What the two kinds of intent do each in their own way. */
export interface Face<I extends Intent> {
  object: I['object']
  /** As Stripe's sentences call it. */
  name: string
  path: string
  lastError: 'last_payment_error' | 'last_setup_error'
  failedEvent: string
  /** Whether the card with this behaviour is declined, and with which `decline_code`. */
  declines: (behaviour: string) => DeclineReason | undefined
  /** What a refused attempt leaves behind; gives the intent that points at it. */
  recordRefusal: (world: World, intent: I, method: Stripe.PaymentMethod, refusal: ProblemDetail) => Promise<I>
  /** What a confirmed intent does once nothing is in its way any more. */
  carryOut: (world: World, intent: I, method: Stripe.PaymentMethod, how: Confirmation) => Promise<I>
}

/** Writes the intent's next state and tells so by event. */
export async function move<I extends Intent>(world: World, intent: I, change: Partial<I>, event: string): Promise<I> {
  const moved = await world.store.save<I>({ ...intent, ...change })
  await world.emit(event, moved)
  return moved
}

/** Back to "needs another payment method", with the reason. */
export const fail = <I extends Intent>(world: World, face: Face<I>, intent: I, error: ProblemDetail): Promise<I> =>
  move(
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

export const succeed = <I extends Intent>(world: World, face: Face<I>, intent: I, result: Partial<I>): Promise<I> =>
  move(
    world,
    intent,
    { ...result, [face.lastError]: null, next_action: null, status: 'succeeded' } as Partial<I>,
    `${face.object}.succeeded`,
  )

/** The bank has been asked and takes its time. */
export const submit = <I extends Intent>(world: World, face: Face<I>, intent: I, result: Partial<I>): Promise<I> =>
  move(world, intent, { ...result, next_action: null, status: 'processing' } as Partial<I>, `${face.object}.processing`)

export const cancel = <I extends Intent>(
  world: World,
  face: Face<I>,
  intent: I,
  result: Partial<I>,
  cancelable: string[],
): Promise<I> => {
  needState(face, intent, 'cancel', cancelable)
  return move(
    world,
    intent,
    { ...result, next_action: null, status: 'canceled' } as Partial<I>,
    `${face.object}.canceled`,
  )
}

/** The card's bank wants its owner to prove who they are: Stripe.js is asked to ask. */
const challenge = <I extends Intent>(world: World, face: Face<I>, intent: I): Promise<I> =>
  move(
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

/** An attempt that is refused while the caller waits: an error answer whose traces (the failed intent, its events) are kept. */
export async function reject<I extends Intent>(
  world: World,
  face: Face<I>,
  intent: I,
  method: Stripe.PaymentMethod,
  refusal: ProblemDetail,
): Promise<never> {
  const tried = await face.recordRefusal(world, intent, method, refusal)
  const charge = tried.object === 'payment_intent' && { charge: String(tried.latest_charge) }
  const detail: ProblemDetail = { ...refusal, ...charge, payment_method: method }
  const failed = await fail(world, face, tried, detail)
  throw new Problem(refusal.type === 'card_error' ? 402 : 400, { ...detail, [face.object]: failed }, true)
}

/** Refuses to act on an intent whose state forbids it. */
export function needState<I extends Intent>(face: Face<I>, intent: I, verb: string, allowed: string[]) {
  if (allowed.includes(intent.status)) return
  throw new Problem(400, {
    type: 'invalid_request_error',
    code: `${face.object}_unexpected_state`,
    message: `You cannot ${verb} this ${face.name} because it has a status of ${intent.status}. Only a ${face.name} with one of the following statuses may be used: ${allowed.join(', ')}.`,
    [face.object]: intent,
  })
}

/** The state that follows from having a payment method, or none. */
export const withMethod = <I extends Intent>(intent: I, methodId: I['payment_method']): I => ({
  ...intent,
  payment_method: methodId,
  status: methodId ? 'requires_confirmation' : 'requires_payment_method',
})

/** Goes as far as the payment method lets it: refused, waiting for its owner, or carried out. */
export async function attempt<I extends Intent>(
  world: World,
  face: Face<I>,
  intent: I,
  method: Stripe.PaymentMethod,
  how: Confirmation,
): Promise<I> {
  if (method.type === 'card') {
    const behaviour = await world.store.behaviour(method.id)
    const mustProve = needsAuthentication(behaviour) && !how.authenticated
    const reason = mustProve && how.offSession ? 'authentication_required' : face.declines(behaviour)
    if (reason) return reject(world, face, intent, method, getDecline(reason))
    if (mustProve) return challenge(world, face, intent)
  }
  return face.carryOut(world, intent, method, how)
}

/** What the card's owner, or their bank, said to the challenge. */
export async function answerChallenge<I extends Intent>(
  world: World,
  face: Face<I>,
  intent: I,
  outcome: 'authorized' | 'refused',
): Promise<I> {
  needState(face, intent, 'authenticate', ['requires_action'])
  const method = await world.need<Stripe.PaymentMethod>('payment_method', String(intent.payment_method))
  if (outcome === 'authorized') {
    return attempt(world, face, intent, method, { offSession: false, authenticated: true })
  }
  return fail(world, face, intent, {
    type: 'invalid_request_error',
    code: `${face.object}_authentication_failure`,
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
  })
}
