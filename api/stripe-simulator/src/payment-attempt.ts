import type Stripe from 'stripe'
import type { z } from 'zod'
import { type BankBehaviour, LATE_FAILURES } from './banks.ts'
import { DECLINES } from './cards.ts'
import { chargeAuthorized, chargeFails, chargeSucceeds, newCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { AUTHENTICATION_FAILED, challengeAction } from './intents.ts'
import { activeMandate, createMandate } from './mandates.ts'
import type { mandateData } from './params.ts'
import { attach } from './payment-methods.ts'
import { invalid, Problem, type ProblemDetail } from './problem.ts'
import type { World } from './world.ts'

export interface AttemptOptions {
  offSession: boolean
  /** The card's owner has just proved who they are. */
  authenticated?: boolean
  mandate?: z.output<typeof mandateData> | undefined
}

/** Puts the intent back to "needs another payment method", with the reason, and tells so by event. */
export async function failPayment(
  world: World,
  intent: Stripe.PaymentIntent,
  error: ProblemDetail,
  charge: Stripe.Charge | undefined,
) {
  const failed = await world.store.save<Stripe.PaymentIntent>({
    ...intent,
    last_payment_error: { ...error, ...(charge && { charge: charge.id }) },
    latest_charge: charge?.id ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    processing: null,
    status: 'requires_payment_method',
  })
  await world.emit('payment_intent.payment_failed', failed)
  return failed
}

/** Marks the intent as paid by a captured charge. */
export async function succeed(world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge) {
  const done = await world.store.save<Stripe.PaymentIntent>({
    ...intent,
    amount_capturable: 0,
    amount_received: charge.amount_captured,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    processing: null,
    status: 'succeeded',
  })
  await world.emit('payment_intent.succeeded', done)
  return done
}

/** A card that its bank refuses answers 402 at once; the failed charge and its events stay on record. */
async function decline(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  reason: string,
): Promise<never> {
  const known = reason in DECLINES ? DECLINES[reason as keyof typeof DECLINES] : DECLINES.generic_decline
  const { code, message } =
    reason === 'authentication_required'
      ? {
          code: 'authentication_required',
          message: 'Your card was declined. This transaction requires authentication.',
        }
      : known
  const charge = await chargeFails(world, newCharge(world, intent, method, null), code, message, reason)
  const detail: ProblemDetail = {
    type: 'card_error',
    code,
    decline_code: reason,
    message,
    payment_method: method,
  }
  const failed = await failPayment(world, intent, detail, charge)
  throw new Problem(402, { ...detail, charge: charge.id, payment_intent: failed }, true)
}

async function chargeCard(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  options: AttemptOptions,
) {
  const behaviour = await world.store.behaviour(method.id)
  if (behaviour === 'attaches_but_fails') return decline(world, intent, method, 'generic_decline')
  if (behaviour in DECLINES) return decline(world, intent, method, behaviour)
  if (behaviour.endsWith('needs_authentication') && !options.authenticated) {
    if (options.offSession) return decline(world, intent, method, 'authentication_required')
    const waiting = await world.store.save<Stripe.PaymentIntent>({
      ...intent,
      next_action: challengeAction(),
      status: 'requires_action',
    })
    await world.emit('payment_intent.requires_action', waiting)
    return waiting
  }
  const charge = newCharge(world, intent, method, null)
  if (intent.capture_method === 'manual') {
    const held = await chargeAuthorized(world, charge)
    const holding = await world.store.save<Stripe.PaymentIntent>({
      ...intent,
      amount_capturable: intent.amount,
      latest_charge: held.id,
      next_action: null,
      status: 'requires_capture',
    })
    await world.emit('payment_intent.amount_capturable_updated', holding)
    return holding
  }
  const paid = await chargeSucceeds(world, charge)
  const done = await succeed(world, intent, paid)
  if (behaviour === 'disputes') await openDispute(world, paid, 'fraudulent')
  return done
}

/** A bank debit is only submitted here: whether there is money shows days later, in `settlePayment`. */
async function debitBank(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  options: AttemptOptions,
) {
  const mandate =
    (await activeMandate(world, method.id)) ??
    (options.mandate &&
      (await createMandate(world, method, options.mandate, intent.setup_future_usage ? 'multi_use' : 'single_use')))
  if (!mandate) {
    throw invalid(
      'This PaymentIntent requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and try again, providing acceptance data in the mandate_data parameter.',
      {
        code: 'payment_intent_mandate_invalid',
      },
    )
  }
  if ((await world.store.behaviour(method.id)) === 'unusable') {
    const message = 'The bank account provided can not be used.'
    const charge = await chargeFails(
      world,
      newCharge(world, intent, method, mandate.id),
      'bank_account_unusable',
      message,
    )
    const detail: ProblemDetail = {
      type: 'invalid_request_error',
      code: 'bank_account_unusable',
      message,
      payment_method: method,
    }
    const failed = await failPayment(world, intent, detail, charge)
    throw new Problem(400, { ...detail, charge: charge.id, payment_intent: failed }, true)
  }
  const charge = await world.store.save(newCharge(world, intent, method, mandate.id))
  await world.emit('charge.pending', charge)
  const processing = await world.store.save<Stripe.PaymentIntent>({
    ...intent,
    latest_charge: charge.id,
    next_action: null,
    status: 'processing',
  })
  await world.emit('payment_intent.processing', processing)
  await world.settleLater(intent.id)
  return processing
}

/** Tries to take the money of a confirmed intent. Throws 402 when a card is declined. */
export async function attempt(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  options: AttemptOptions,
): Promise<Stripe.PaymentIntent> {
  const trying: Stripe.PaymentIntent = { ...intent, payment_method: method.id }
  const outcome =
    method.type === 'card'
      ? await chargeCard(world, trying, method, options)
      : await debitBank(world, trying, method, options)
  const stored = intent.setup_future_usage && intent.customer && outcome.status !== 'requires_action'
  if (stored && !method.customer) await attach(world, method.id, String(intent.customer), 'payment_method')
  return outcome
}

/** The bank's answer to a debit: paid, or refused with a reason, or paid and taken back by a dispute. */
export async function settlePayment(world: World, intentId: string) {
  const intent = await world.store.find<Stripe.PaymentIntent>(intentId)
  if (intent?.status !== 'processing') return
  const charge = await world.need<Stripe.Charge>('charge', String(intent.latest_charge))
  const method = await world.need<Stripe.PaymentMethod>('payment_method', String(intent.payment_method))
  const behaviour = (await world.store.behaviour(method.id)) as BankBehaviour
  if (behaviour === 'stays_processing') return
  if (behaviour in LATE_FAILURES) {
    const message = LATE_FAILURES[behaviour as keyof typeof LATE_FAILURES]
    const failed = await chargeFails(world, charge, behaviour, message)
    await failPayment(world, intent, { type: 'card_error', code: behaviour, message, payment_method: method }, failed)
    return
  }
  const paid = await chargeSucceeds(world, charge)
  await succeed(world, intent, paid)
  if (behaviour === 'disputes') await openDispute(world, paid, 'debit_not_authorized')
}

/** What the challenge dialog reported. */
export async function answerChallenge(world: World, intent: Stripe.PaymentIntent, outcome: 'authorized' | 'refused') {
  const method = await world.need<Stripe.PaymentMethod>('payment_method', String(intent.payment_method))
  if (outcome === 'authorized') return attempt(world, intent, method, { offSession: false, authenticated: true })
  return failPayment(
    world,
    intent,
    {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: AUTHENTICATION_FAILED,
      payment_method: method,
    },
    undefined,
  )
}
