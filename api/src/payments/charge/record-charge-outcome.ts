import type { Transaction } from 'kysely'
import type Stripe from 'stripe'
import type { DB } from '../../db/schema.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { lockPaymentPolicies } from '../../ledger/lock-policies.ts'
import { createOverpayment } from '../../ledger/overpayment.ts'
import { failPayment, lockPayment, setStripeReference, settlePayment, setUnconfirmed } from '../../ledger/payments.ts'
import { isAutoPayCharge } from '../auto-pay/failed-charge.ts'
import { isUsedByAutoPay } from '../auto-pay/read-auto-pay.ts'
import { getPaymentListeners } from '../events.ts'
import { setDefaultPaymentMethod } from '../methods/methods.ts'
import { sendLatePaymentEmail, sendPaymentProcessingEmail } from '../payment-emails.ts'
import { refundLatePayment } from '../refunds/refund-late-payment.ts'
import { holdForReinstatement } from '../reinstatement-offers/offer-reinstatement.ts'
import type { OfferContext } from '../reinstatement-offers/read-offer.ts'
import type { ChargeContext } from './charge-context.ts'
import type { ChargeOutcome } from './outcome.ts'

const getChargeId = ({ latest_charge: charge }: Stripe.PaymentIntent) =>
  typeof charge === 'string' ? charge : charge?.id

/**
 * Returns whether an outcome is recorded already, for example when an event or a check follows the response to the
 * charge. Needs no lock, because recording such an outcome changes nothing, whatever happens in the meantime.
 */
async function isRecorded(
  { db }: ChargeContext,
  policyPaymentId: string,
  outcome: ChargeOutcome,
  intent: Stripe.PaymentIntent,
): Promise<boolean> {
  if (outcome.status !== 'paid' && outcome.status !== 'processing') return false
  const payment = await db
    .selectFrom('payments')
    .select(['status', 'is_unconfirmed', 'stripe_payment_intent_id', 'stripe_charge_id'])
    .where('policy_payment_id', '=', policyPaymentId)
    .executeTakeFirst()
  return (
    payment?.status === outcome.status &&
    !payment.is_unconfirmed &&
    payment.stripe_payment_intent_id === intent.id &&
    payment.stripe_charge_id === (getChargeId(intent) ?? payment.stripe_charge_id)
  )
}

/**
 * Records the outcome of a charge in one transaction: ledger, payment row and email. Repeated or late calls change
 * nothing.
 */
export async function recordChargeOutcome(
  ctx: ChargeContext,
  policyPaymentId: string,
  outcome: ChargeOutcome,
  intent?: Stripe.PaymentIntent,
): Promise<void> {
  if (intent && (await isRecorded(ctx, policyPaymentId, outcome, intent))) return
  await runInTransaction(ctx, async (ctx) => {
    await lockPaymentPolicies(ctx.db, policyPaymentId)
    // Locks the policy balance before the payment row, like everywhere else.
    const payment = await lockPayment(ctx.db, policyPaymentId)
    if (!payment) throw new Error(`There is no payment ${policyPaymentId}.`)
    const isNews = intent ? await rememberIntent(ctx.db, policyPaymentId, intent) : false
    if (outcome.status === 'failed') {
      const { code, declineCode, reason } = outcome
      const failure = { code, declineCode, reason: reason.slice(0, 200), now: ctx.now }
      if (await failPayment(ctx.db, policyPaymentId, failure, getPaymentListeners(ctx)))
        await deleteUnverifiedMethod(ctx.db, policyPaymentId, ctx.now)
      return
    }
    await setUnconfirmed(ctx.db, policyPaymentId, outcome.status === 'requires_action')
    if (outcome.status === 'requires_action') return
    if (outcome.status === 'paid' && (await settlePayment(ctx.db, policyPaymentId, ctx.now, getPaymentListeners(ctx))))
      await settleSurplus(ctx, { ...payment, policyPaymentId })
    else if (outcome.status === 'processing' && isNews) await sendPaymentProcessingEmail(ctx, policyPaymentId)
    else return
    if (!(await isAutoPayCharge(ctx, policyPaymentId))) await makeDefault(ctx.db, policyPaymentId)
  })
}

/**
 * Handles a payment that exceeds the amount due. On a cancelled policy, the excess is put on hold for a reinstatement
 * (DEL-19) or refunded. Otherwise, the excess becomes an overpayment that staff resolve.
 */
async function settleSurplus(
  ctx: OfferContext,
  payment: { policyPaymentId: string; policyId: string; amountCents: number },
) {
  const offered = await holdForReinstatement(ctx, payment)
  if (offered?.isNewOffer) return
  const released = offered ? { cents: 0, refundIds: [], held: offered.held } : await refundLatePayment(ctx, payment)
  if (released) await sendLatePaymentEmail(ctx, payment.policyPaymentId, released)
  else await createOverpayment(ctx.db, { ...payment, now: ctx.now })
}

/** Stores the Stripe ids of an intent. Returns true if the intent was new. */
const rememberIntent = (trx: Transaction<DB>, policyPaymentId: string, intent: Stripe.PaymentIntent) =>
  setStripeReference(trx, policyPaymentId, { intentId: intent.id, chargeId: getChargeId(intent) })

const getMethod = (trx: Transaction<DB>, policyPaymentId: string) =>
  trx
    .selectFrom('payments as pay')
    .innerJoin('payment_methods as m', 'm.payment_method_id', 'pay.payment_method_id')
    .select(['m.payment_method_id', 'm.policy_id', 'm.is_default', 'm.removed_at'])
    .where('pay.policy_payment_id', '=', policyPaymentId)
    .executeTakeFirst()

/** Makes a charged payment method the policy's default, unless the payer chose not to save it. */
async function makeDefault(trx: Transaction<DB>, policyPaymentId: string) {
  const method = await getMethod(trx, policyPaymentId)
  if (!method || method.removed_at || method.is_default) return
  if (method.policy_id) await setDefaultPaymentMethod(trx, method.policy_id, method.payment_method_id)
}

/** Deletes a payment method whose first charge was declined. It is then not listed as a saved method. */
async function deleteUnverifiedMethod(trx: Transaction<DB>, policyPaymentId: string, now: Date) {
  const method = await getMethod(trx, policyPaymentId)
  if (!method || method.removed_at || method.is_default || (await isUsedByAutoPay(trx, method.payment_method_id)))
    return
  const other = await trx
    .selectFrom('payments')
    .select('policy_payment_id')
    .where('payment_method_id', '=', method.payment_method_id)
    .where('status', '<>', 'failed')
    .limit(1)
    .executeTakeFirst()
  if (other) return
  await trx
    .updateTable('payment_methods')
    .set({ removed_at: now })
    .where('payment_method_id', '=', method.payment_method_id)
    .execute()
}
