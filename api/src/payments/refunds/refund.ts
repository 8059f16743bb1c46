import { sql } from 'kysely'
import Stripe from 'stripe'
import { writeAuditEntry } from '../../audit/audit.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../../http/api-error.ts'
import type { ContextInTransaction, Ctx } from '../../http/context.ts'
import { parseIdOrNull } from '../../http/id.ts'
import { toCents, toDollars } from '../../http/money.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { lockPaymentPolicies } from '../../ledger/lock-policies.ts'
import { failRefund, refundPayment, settleRefund } from '../../ledger/refunds.ts'
import { remainingBalanceSql } from '../../ledger/remaining-balance.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { getPaymentAuthor } from '../author.ts'
import { callStripeIfExists } from '../charge/call-stripe.ts'
import { findIntentPayment } from '../charge/charge.ts'
import type { ChargeContext } from '../charge/charge-context.ts'
import { finishDelayMs } from '../charge/finish-payment.ts'
import { getPayments } from '../reads/rows.ts'
import { createOfferOpenError, withdrawUncoveredOffersOfPayment } from '../reinstatement-offers/close-offer.ts'
import { approveRefund } from './approve-refund.ts'
import { isHeldForReinstatement } from './reviews.ts'
import { createSecondPersonError, holdRefundForSecondPerson } from './second-person.ts'

/**
 * Returns the original payment and its remaining amount. Reversals and refunds have the same payment ID but are
 * ignored. Throws 404 if there is no payment.
 */
export async function requirePaidPayment(ctx: Ctx, paymentId: string) {
  const { rows } = await sql<{ policyPaymentId: string; policyNo: string; leftCents: number }>`
    select pay.policy_payment_id as "policyPaymentId", p.policy_no as "policyNo",
      ${sql.raw(remainingBalanceSql('pay'))} as "leftCents"
    from payments pay join policies p on p.policy_id = pay.policy_id
    where pay.payment_id = ${paymentId} and pay.amount_cents > 0
    order by pay.created_at limit 1`.execute(ctx.db)
  if (!rows[0]) throw createNotFoundError({ paymentId })
  return rows[0]
}

/**
 * Refunds a payment to the payer's original payment method. Records the refund before calling Stripe. Puts the refund
 * on hold if it requires a second person (REF-9).
 *
 * @throws ApiError 404 if the payment does not exist; 422 if the amount exceeds the remaining amount; 409 if the
 * payment is not paid, if the payment or the refund is on hold, or if the bank rejects the refund. A rejected refund is
 * recorded as failed.
 */
export async function refundPaymentToPayer(ctx: Ctx, request: { paymentId: string; amount: number; reason: string }) {
  const amountCents = toCents(request.amount, 'amount')
  const payment = await requirePaidPayment(ctx, request.paymentId)
  const policy = await requirePolicy(ctx, payment.policyNo)
  const outcome = await runInTransaction(ctx, async (ctx) => {
    const { policyPaymentId } = payment
    await lockPaymentPolicies(ctx.db, policyPaymentId)
    if (await isHeldForReinstatement(ctx.db, policyPaymentId)) throw createOfferOpenError()
    const heldFor = await holdRefundForSecondPerson(ctx, { policyPaymentId, amountCents, reason: request.reason })
    if (heldFor) return { heldFor }
    const decided = await approveRefund(ctx, {
      policyPaymentId,
      amountCents,
      author: getPaymentAuthor(ctx),
      description: request.reason,
      jobStartsAt: new Date(ctx.now.getTime() + finishDelayMs),
    })
    if ('problem' in decided) {
      if (decided.problem === 'notPaid')
        throw createConflictError('not_paid', 'Only a received payment can be refunded.')
      const maximum = toDollars(Math.max(0, payment.leftCents)).toFixed(2)
      throw createUnprocessableError(
        'amount_exceeds_payment',
        `amount: at most $${maximum} of this payment can be refunded.`,
        'amount',
      )
    }
    await withdrawUncoveredOffersOfPayment(ctx, policyPaymentId)
    await writeAuditEntry(ctx, {
      action: 'payment.refund',
      entity: 'payment',
      entityId: payment.policyPaymentId,
      policyId: policy.policyId,
      details: { amountCents, reason: request.reason },
    })
    return decided
  })
  if ('heldFor' in outcome) throw await createSecondPersonError(ctx, outcome.heldFor)
  const { refundId } = outcome
  // If Stripe cannot be reached, the job tries again. The response contains the refund in its current state.
  await sendRefund(ctx, refundId).catch((problem: unknown) =>
    ctx.log.warn({ err: problem, refundId }, 'refund will be sent by its job'),
  )
  const row = (await getPayments(ctx, policy)).find(({ policyPaymentId }) => policyPaymentId === refundId)
  if (!row) throw new Error(`The refund ${refundId} was not found.`)
  if (row.paymentStatus === 'failed')
    throw createConflictError('refund_rejected', `${row.failureReason} The money stays with the policy.`)
  return row
}

const loadRefund = (ctx: ChargeContext, refundId: string) =>
  ctx.db
    .selectFrom('payments as r')
    .innerJoin('payments as pay', 'pay.policy_payment_id', 'r.reverses_payment_id')
    // Transferred money is refunded to its original payment method.
    .leftJoin('payments as origin', 'origin.policy_payment_id', 'pay.reverses_payment_id')
    .select(['r.status', 'r.amount_cents'])
    .select((eb) => eb.fn.coalesce('pay.stripe_payment_intent_id', 'origin.stripe_payment_intent_id').as('intent_id'))
    .where('r.policy_payment_id', '=', refundId)
    .executeTakeFirstOrThrow()

/** Returns the message for a failed refund, based on Stripe's error code. Details from Stripe are only logged. */
const describeFailedRefund = (code: string | null | undefined) =>
  code === 'charge_disputed'
    ? 'The payer has disputed this payment with the bank, so it cannot be refunded.'
    : 'The bank rejected the refund.'

/** Sends an approved refund: through Stripe if the payment was made through Stripe, otherwise as a check. */
export async function sendRefund(ctx: ChargeContext, refundId: string): Promise<void> {
  const row = await loadRefund(ctx, refundId)
  if (row.status !== 'processing') return
  const intent = row.intent_id
  if (!intent) return runWithPaymentLock(ctx, refundId, (ctx) => settleRefund(ctx.db, refundId, { now: ctx.now }))
  const { refunds } = ctx.providers.stripe.client
  try {
    for await (const known of refunds.list({ payment_intent: intent, limit: 100 }))
      if (known.metadata?.refundId === refundId) return await recordRefundStatus(ctx, refundId, known)
    const sent = await refunds.create(
      { payment_intent: intent, amount: -row.amount_cents, metadata: { refundId } },
      { idempotencyKey: `refund-${refundId}` },
    )
    await recordRefundStatus(ctx, refundId, sent)
  } catch (problem) {
    if (!(problem instanceof Stripe.errors.StripeInvalidRequestError)) throw problem
    ctx.log.error({ err: problem, refundId }, 'Stripe rejected the request')
    const failure = { code: problem.code ?? 'refused', reason: describeFailedRefund(problem.code), now: ctx.now }
    await runWithPaymentLock(ctx, refundId, (ctx) => failRefund(ctx.db, refundId, failure))
  }
}

const runWithPaymentLock = <C extends ChargeContext>(
  ctx: C,
  rowId: string,
  work: (ctx: ContextInTransaction<C>) => Promise<unknown>,
) =>
  runInTransaction(ctx, async (ctx): Promise<void> => {
    await lockPaymentPolicies(ctx.db, rowId)
    await work(ctx)
  })

/** Records the status of a refund at Stripe. Repeated or late calls have no effect. */
function recordRefundStatus(ctx: ChargeContext, refundId: string, sent: Stripe.Refund): Promise<void> {
  const done = { now: ctx.now, stripeRefundId: sent.id }
  const failure = {
    code: sent.failure_reason ?? sent.status ?? 'failed',
    reason: describeFailedRefund(sent.failure_reason),
    now: ctx.now,
  }
  return runWithPaymentLock(ctx, refundId, async (ctx) => {
    if (sent.status === 'succeeded') await settleRefund(ctx.db, refundId, done)
    if (sent.status === 'failed' || sent.status === 'canceled') await failRefund(ctx.db, refundId, failure)
  })
}

/** Reads a refund from Stripe and records its status. Also works for refunds that were created directly at Stripe. */
export async function syncStripeRefund(ctx: Ctx, stripeRefundId: string): Promise<void> {
  const { client } = ctx.providers.stripe
  const sent = await callStripeIfExists(() => client.refunds.retrieve(stripeRefundId))
  if (!sent) return
  const refundId = sent.metadata?.refundId
  if (refundId) {
    const own = await ctx.db
      .selectFrom('payments')
      .select('policy_payment_id')
      .where('policy_payment_id', '=', parseIdOrNull(refundId))
      .executeTakeFirst()
    if (own) await recordRefundStatus(ctx, own.policy_payment_id, sent)
    return
  }
  const intentId = typeof sent.payment_intent === 'string' ? sent.payment_intent : sent.payment_intent?.id
  if (!intentId || sent.status !== 'succeeded') return
  const policyPaymentId = await findIntentPayment(ctx, await client.paymentIntents.retrieve(intentId))
  if (!policyPaymentId) return
  await runWithPaymentLock(ctx, policyPaymentId, async (ctx) => {
    const { rows } = await sql`select from payments where stripe_refund_id = ${sent.id}`.execute(ctx.db)
    if (rows.length > 0) return
    const author = { userId: null, name: 'Stripe', userType: 3 as const }
    const decided = await refundPayment(ctx.db, { policyPaymentId, amountCents: sent.amount, author, now: ctx.now })
    if ('refundId' in decided) await settleRefund(ctx.db, decided.refundId, { now: ctx.now, stripeRefundId: sent.id })
    else ctx.log.error({ stripeRefundId, problem: decided.problem }, 'a Stripe refund does not match its payment')
  })
}
