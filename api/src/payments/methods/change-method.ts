import Stripe from 'stripe'
import { writeAuditEntry } from '../../audit/audit.ts'
import { isEarthquake } from '../../catalog/products.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { changePolicy, checkPolicyAction } from '../../policy/change-policy.ts'
import type { Policy } from '../../policy/visibility.ts'
import { endAutoPayOfMethod } from '../auto-pay/consent.ts'
import { getAmountDue } from '../charge/amount-due.ts'
import { callStripe } from '../charge/call-stripe.ts'
import { getConfirmedCents, payAmountDue } from '../charge/pay.ts'
import { requireAcknowledgedAmount } from '../charge/payment-price.ts'
import { calculatePaymentPrice } from '../charge/price.ts'
import { getStripeCustomer } from './customer.ts'
import {
  canEnrollInAutoPay,
  requireMethod,
  type StripeMethod,
  savePaymentMethod,
  setDefaultPaymentMethod,
  toPaymentMethodResponse,
} from './methods.ts'

export interface MethodChangeRequest {
  policyNo: string
  stripePaymentMethodId: string
  isDefault: boolean
  optInAutoPayRenewal: boolean
  /** Whether to charge the amount due immediately. */
  chargeAfterUpdate: boolean
  /** Total that the payer acknowledged for this charge, in dollars and including the card fee (PAY-3). */
  seenAmount?: number | undefined
}

/**
 * Checks that the new payment method may be charged. Call it before changing anything. Throws 422 unless the policy is
 * a monthly earthquake policy with an installment due. Throws 409 if the acknowledged amount differs from the current
 * amount.
 */
async function requireChargeable(ctx: Ctx, policy: Policy, method: StripeMethod, input: MethodChangeRequest) {
  const isMonthlyEarthquake = isEarthquake(policy.productId) && policy.paymentInterval === 'Monthly'
  if (isMonthlyEarthquake && !(await getAmountDue(ctx.db, policy, ctx.now)).isPaid)
    return requireAcknowledgedAmount(
      getConfirmedCents(input),
      await calculatePaymentPrice(ctx.db, policy, method, ctx.now),
    )
  throw createUnprocessableError(
    'not_chargeable',
    'ChargeAfterUpdate: only available for unpaid monthly earthquake policies.',
    'ChargeAfterUpdate',
  )
}

/**
 * Makes a payment method the policy's default and charges it if requested. Throws 422 for the same reasons as
 * `payAmountDue`.
 */
export async function changePaymentMethod(ctx: Ctx, input: MethodChangeRequest) {
  const seen = await checkPolicyAction(ctx, input.policyNo, 'updatePaymentMethod')
  const method = await requireMethod(ctx, seen, input.stripePaymentMethodId)
  if (input.chargeAfterUpdate) await requireChargeable(ctx, seen, method, input)
  const customer = await getStripeCustomer(ctx, seen)
  const optInAutoPayRenewal = canEnrollInAutoPay(ctx.actor) && input.optInAutoPayRenewal
  const id = await changePolicy(ctx, input.policyNo, 'updatePaymentMethod', async (ctx, policy) => {
    const kept = await savePaymentMethod(ctx.db, policy, method, {
      customer,
      optInAutoPayRenewal,
      isKept: true,
      now: ctx.now,
    })
    if (input.isDefault) await setDefaultPaymentMethod(ctx.db, policy.policyId, kept)
    await writeAuditEntry(ctx, {
      action: 'paymentMethod.change',
      entity: 'paymentMethod',
      entityId: kept,
      policyId: policy.policyId,
      details: { type: method.type, lastFour: method.lastFour, isDefault: input.isDefault, optInAutoPayRenewal },
    })
    return kept
  })
  if (input.chargeAfterUpdate)
    await payAmountDue(ctx, {
      policyNo: input.policyNo,
      stripePaymentMethodId: input.stripePaymentMethodId,
      optInAutoPayRenewal,
      description: 'Installment',
      seenAmount: input.seenAmount,
    })
  const row = await ctx.db
    .selectFrom('payment_methods')
    .selectAll()
    .where('payment_method_id', '=', id)
    .executeTakeFirstOrThrow()
  return toPaymentMethodResponse(row)
}

/** Detaches a payment method at Stripe. Does nothing if an interrupted request already detached it. */
const detach = (ctx: Ctx, stripePaymentMethodId: string) =>
  callStripe(async () => {
    try {
      await ctx.providers.stripe.client.paymentMethods.detach(stripePaymentMethodId)
    } catch (problem) {
      if (!(problem instanceof Stripe.errors.StripeInvalidRequestError)) throw problem
    }
  })

/**
 * Returns the saved payment method.
 * @throws {ApiError} 404 if it is not saved for this policy; 409 while a payment with it is processing
 */
async function requireRemovable(ctx: Ctx, { policyId }: Policy, stripePaymentMethodId: string) {
  const kept = await ctx.db
    .selectFrom('payment_methods')
    .select(['payment_method_id', 'policy_id', 'last_four_digits'])
    .where('stripe_payment_method_id', '=', stripePaymentMethodId)
    .where('removed_at', 'is', null)
    .execute()
  const own = kept.find((row) => row.policy_id === policyId)
  if (!own) throw createNotFoundError({ stripePaymentMethodId })
  const inProgress = await ctx.db
    .selectFrom('payments')
    .select('policy_payment_id')
    .where('payment_method_id', '=', own.payment_method_id)
    .where('status', '=', 'processing')
    .limit(1)
    .executeTakeFirst()
  if (inProgress) throw createConflictError('payment_in_progress', 'A payment with this method is still processing.')
  return { id: own.payment_method_id, lastFour: own.last_four_digits, isShared: kept.length > 1 }
}

/**
 * Removes a saved payment method. First detaches it at Stripe, so that an interrupted removal can be repeated. Skips
 * this step if another policy of the insured uses the payment method.
 * @throws {ApiError} 404 if it is not saved; 409 while a payment with it is processing
 */
export async function removePaymentMethod(ctx: Ctx, policyNo: string, stripePaymentMethodId: string): Promise<void> {
  const seen = await checkPolicyAction(ctx, policyNo, 'removePaymentMethod')
  const { isShared } = await requireRemovable(ctx, seen, stripePaymentMethodId)
  if (!isShared) await detach(ctx, stripePaymentMethodId)
  await changePolicy(ctx, policyNo, 'removePaymentMethod', async (ctx, policy) => {
    const { id, lastFour } = await requireRemovable(ctx, policy, stripePaymentMethodId)
    await ctx.db
      .updateTable('payment_methods')
      .set({ removed_at: ctx.now, is_default: false })
      .where('payment_method_id', '=', id)
      .execute()
    await endAutoPayOfMethod(ctx, policy, id)
    await writeAuditEntry(ctx, {
      action: 'paymentMethod.remove',
      entity: 'paymentMethod',
      entityId: id,
      policyId: policy.policyId,
      details: { lastFour },
    })
  })
}
