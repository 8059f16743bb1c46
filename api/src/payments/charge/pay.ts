import { PaymentType } from '@tideline/sdk/words'
import Stripe from 'stripe'
import { writeAuditEntry } from '../../audit/audit.ts'
import { createConflictError, createUnprocessableError } from '../../http/api-error.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { toCents } from '../../http/money.ts'
import { receivePayment } from '../../ledger/payments.ts'
import { getUnconfirmedCents } from '../../ledger/store.ts'
import { changePolicy } from '../../policy/change-policy.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { getPaymentAuthor } from '../author.ts'
import { getStripeCustomer } from '../methods/customer.ts'
import { canEnrollInAutoPay, requireMethod, type StripeMethod, savePaymentMethod } from '../methods/methods.ts'
import { buildRecordedPaymentResponse } from '../reads/rows.ts'
import { callStripe, createDeclinedError, paymentInProgressMessage } from './call-stripe.ts'
import { type Charge, chargeAtStripe, type MandateAcceptance, recordIntentOutcome } from './charge.ts'
import { enqueueFinishPayment, failUnfinishedPayment } from './finish-payment.ts'
import type { ChargeOutcome } from './outcome.ts'
import { requireAcknowledgedAmount } from './payment-price.ts'
import { calculatePaymentPrice } from './price.ts'

export interface PaymentRequest {
  policyNo: string
  stripePaymentMethodId: string
  optInAutoPayRenewal: boolean
  /**
   * Total that the user saw, in dollars and including the fee. If the total has changed, nothing is charged (PAY-3).
   */
  seenAmount?: number | undefined
  /** Whether everything that the policy owes is paid, including what is due later (BIL-13). */
  paysAll?: boolean | undefined
  description?: string | undefined
  payerName?: string | undefined
  /** Whether the payment method is saved for the policy. Defaults to true. */
  isKept?: boolean
  /** True if the payer authorizes the debit with this payment because the bank account has no mandate yet. */
  givesMandate?: boolean
  bankOnly?: boolean
}

const getMandate = (ctx: Ctx, isReusable: boolean): MandateAcceptance => ({
  ip: ctx.ip,
  userAgent: ctx.userAgent,
  acceptedAt: Math.floor(ctx.now.getTime() / 1000),
  isReusable,
})

export const getConfirmedCents = ({ seenAmount }: Pick<PaymentRequest, 'seenAmount'>): number | undefined =>
  seenAmount === undefined ? undefined : toCents(seenAmount, 'Amount')

/** Records the payment as `processing`, with the policy balance locked. Also adds the job that finishes the payment. */
const writePayment = (ctx: Ctx, input: PaymentRequest, method: StripeMethod, customer: string): Promise<Charge> =>
  changePolicy(ctx, input.policyNo, 'pay', async (ctx, policy) => {
    await requireNoUnconfirmedPayment(ctx, policy)
    const price = await calculatePaymentPrice(ctx.db, policy, method, ctx.now, input)
    requireAcknowledgedAmount(getConfirmedCents(input), price)
    const isKept = input.isKept ?? true
    const { policyPaymentId } = await receivePayment(ctx.db, {
      ...price,
      policyId: policy.policyId,
      typeId: method.type === 'card' ? PaymentType.card : PaymentType.ach,
      status: 'processing',
      author: getPaymentAuthor(ctx),
      description: input.description ?? 'Premium',
      payeeName: input.payerName ?? policy.insuredName,
      paymentMethodId: await savePaymentMethod(ctx.db, policy, method, {
        customer,
        optInAutoPayRenewal: canEnrollInAutoPay(ctx.actor) && input.optInAutoPayRenewal,
        isKept,
        now: ctx.now,
      }),
      now: ctx.now,
    })
    const charge = { policyPaymentId, ...(input.givesMandate && { mandate: getMandate(ctx, isKept) }) }
    await enqueueFinishPayment(ctx, charge)
    await writeAuditEntry(ctx, {
      action: 'payment.start',
      entity: 'payment',
      entityId: policyPaymentId,
      policyId: policy.policyId,
      details: { ...price, method: method.type },
    })
    return charge
  })

/**
 * Charges the amount due exactly once (PAY-6). The payment is recorded before Stripe is called, with a job that
 * finishes it if this process stops. Do not call this function inside a transaction because the payment record must be
 * committed first.
 * @throws {ApiError} 409 if the policy is paid, a payment is processing or the amount due differs from the amount that
 * the user saw; 422 if a rule rejects the payment or it is declined
 */
export async function payAmountDue(ctx: Ctx, input: PaymentRequest) {
  const seen = await requirePolicy(ctx, input.policyNo)
  const method = await requireMethod(ctx, seen, input.stripePaymentMethodId)
  if (input.bankOnly && method.type !== 'us_bank_account')
    throw createUnprocessableError(
      'not_a_bank_account',
      'This payment method is not a bank account.',
      'PaymentMethodId',
    )
  const customer = await getStripeCustomer(ctx, seen)
  await cancelUnconfirmedPayments(ctx, seen.policyId)
  const charge = await writePayment(ctx, input, method, customer)
  const outcome = await chargeOrDefer(ctx, charge)
  if (outcome.status === 'failed') throw createDeclinedError(outcome.reason, outcome.declineCode)
  const nextAction = outcome.status === 'requires_action' ? { clientSecret: outcome.clientSecret } : null
  return buildRecordedPaymentResponse(ctx, await requirePolicy(ctx, input.policyNo), charge.policyPaymentId, nextAction)
}

/**
 * Charges a payment. The outcome is unknown if Stripe cannot be reached. The payment then stays `processing` until a
 * job reads the outcome from Stripe.
 */
export async function chargeOrDefer(ctx: Ctx, charge: Charge): Promise<ChargeOutcome> {
  try {
    return await chargeAtStripe(ctx, charge)
  } catch (problem) {
    if (!(problem instanceof Stripe.errors.StripeError)) throw problem
    ctx.log.warn({ err: problem, policyPaymentId: charge.policyPaymentId }, 'Stripe did not respond; a job will retry')
    return { status: 'processing' }
  }
}

/**
 * Cancels the policy's unconfirmed card payments so that the payer can start again. If a payment was confirmed in the
 * meantime, records its outcome instead.
 */
export async function cancelUnconfirmedPayments(ctx: Ctx, policyId: string): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('payments')
    .select(['policy_payment_id', 'stripe_payment_intent_id'])
    .where('policy_id', '=', policyId)
    .where('status', '=', 'processing')
    .where('payment_type_id', '=', PaymentType.card)
    .where('stripe_payment_intent_id', 'is not', null)
    .execute()
  for (const row of waiting) {
    const id = row.stripe_payment_intent_id ?? ''
    const intent = await callStripe(() => ctx.providers.stripe.client.paymentIntents.retrieve(id))
    if (intent.status === 'requires_action') await failUnfinishedPayment(ctx, row.policy_payment_id, intent)
    else await recordIntentOutcome(ctx, row.policy_payment_id, intent)
  }
}

/**
 * Throws 409 if a card payment was started after `cancelUnconfirmedPayments`. An unconfirmed card payment does not
 * reduce the payable amount (BIL-13), so the payer could otherwise pay twice.
 */
export async function requireNoUnconfirmedPayment(
  { db }: Pick<TransactionContext, 'db'>,
  policy: { policyId: string },
) {
  if ((await getUnconfirmedCents(db, policy.policyId)) > 0)
    throw createConflictError('payment_in_progress', paymentInProgressMessage)
}
