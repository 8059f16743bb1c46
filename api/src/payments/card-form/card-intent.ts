import type Stripe from 'stripe'
import { createConflictError, createUnprocessableError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { checkPolicyAction } from '../../policy/change-policy.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { getPaymentAuthor } from '../author.ts'
import { callStripe, createUnknownMethodError } from '../charge/call-stripe.ts'
import { getTotalCents } from '../charge/payment-price.ts'
import { calculatePaymentPrice } from '../charge/price.ts'
import { getStripeCustomer } from '../methods/customer.ts'
import { requireMethod } from '../methods/methods.ts'

/**
 * The card as described by the browser's card form. It determines the fee that the payer sees, but the actual card
 * determines the charge.
 */
export interface CardFormDetails {
  policyNo: string
  brand: string
  country: string
  payerName?: string | undefined
}

/** Marks payment intents of the older card form. These intents have no payment row until they are paid. */
export const cardFormFlow = 'card-form'

const isOpen = (intent: Stripe.PaymentIntent) =>
  intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation'

/**
 * Returns the unpaid intent of a policy's card form. There is at most one so that two open forms cannot charge twice.
 */
function openIntent(ctx: Ctx, policy: Policy, customer: string): Promise<Stripe.PaymentIntent | undefined> {
  return callStripe(async () => {
    const all = ctx.providers.stripe.client.paymentIntents.list({ customer, limit: 100 })
    for await (const intent of all)
      if (intent.metadata.flow === cardFormFlow && intent.metadata.policyId === policy.policyId && isOpen(intent))
        return intent
    return undefined
  })
}

function getMetadata(ctx: Ctx, policy: Policy, card: CardFormDetails) {
  const author = getPaymentAuthor(ctx)
  return {
    flow: cardFormFlow,
    policyId: policy.policyId,
    policyNo: policy.policyNo,
    payerName: card.payerName ?? policy.insuredName,
    authorId: author.userId ?? '',
    authorName: author.name,
    authorType: String(author.userType),
  }
}

async function createOrUpdateIntent(
  ctx: Ctx,
  policy: Policy,
  card: CardFormDetails,
  known: Stripe.PaymentIntent | undefined,
) {
  const price = await calculatePaymentPrice(ctx.db, policy, { ...card, type: 'card' }, ctx.now)
  const { paymentIntents } = ctx.providers.stripe.client
  const params = {
    amount: getTotalCents(price),
    description: `Policy ${policy.policyNo}`,
    metadata: getMetadata(ctx, policy, card),
  }
  const customer = await getStripeCustomer(ctx, policy)
  const intent = await callStripe(() =>
    known
      ? paymentIntents.update(known.id, params)
      : paymentIntents.create({
          ...params,
          currency: 'usd',
          customer,
          allowed_payment_method_types: ['card'],
          // Stripe reports the card only on confirmation. With manual capture, the fee can be compared before the
          // charge.
          capture_method: 'manual',
        }),
  )
  return {
    clientSecret: intent.client_secret ?? '',
    intentId: intent.id,
    amount: toDollars(intent.amount),
    fee: toDollars(price.feeCents),
  }
}

/** Creates or updates the policy's open payment intent. The browser then confirms it. Throws 409 and 422. */
export async function startCardPayment(ctx: Ctx, card: CardFormDetails) {
  const policy = await checkPolicyAction(ctx, card.policyNo, 'pay')
  const known = await openIntent(ctx, policy, await getStripeCustomer(ctx, policy))
  return createOrUpdateIntent(ctx, policy, card, known)
}

/** Same as `startCardPayment`, for a saved card whose brand and country are known. */
export async function startSavedCardPayment(ctx: Ctx, policyNo: string, stripeId: string | null | undefined) {
  if (!stripeId) throw createUnknownMethodError()
  const method = await requireMethod(ctx, await requirePolicy(ctx, policyNo), stripeId)
  if (method.type !== 'card')
    throw createUnprocessableError('not_a_card', 'This payment method is not a card.', 'ExistingPaymentMethod')
  return startCardPayment(ctx, { policyNo, brand: method.brand, country: method.country })
}

/**
 * Changes the card of a policy's open intent. Throws 409 if there is no open intent because it was already confirmed.
 */
export async function changeIntentCard(ctx: Ctx, card: CardFormDetails) {
  const policy = await checkPolicyAction(ctx, card.policyNo, 'pay')
  const known = await openIntent(ctx, policy, await getStripeCustomer(ctx, policy))
  if (!known) throw createConflictError('nothing_to_change', 'This policy has no card payment to complete.')
  return createOrUpdateIntent(ctx, policy, card, known)
}
