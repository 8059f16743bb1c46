import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { buildFailedRefundEntry, buildPaidRefundEntry, buildRefundEntry } from './ledger.ts'
import { updatePaymentOverpayments } from './overpayment.ts'
import { type LockedPayment, lockPayment, toAuthorColumns } from './payments.ts'
import { publishPaymentEvent } from './publish-payment-event.ts'
import { getRemainingCents } from './remaining-balance.ts'
import { type PaymentAuthor, postJournalEntry } from './store.ts'
import { updateObligations } from './update-obligations.ts'

export interface NewRefund {
  policyPaymentId: string
  /** Amount in cents. Always positive. */
  amountCents: number
  author: PaymentAuthor
  /** Description of the payment row. Defaults to `Refund`. */
  description?: string
  memo?: string
  /** Id of the review in which the refund was approved. */
  reviewId?: string | undefined
  now: Date
}

/** Reasons why a payment cannot be refunded or moved. */
export type PaymentProblem = 'noSuchPayment' | 'notPaid' | 'moreThanThereIs'

/**
 * Creates a refund of a part of a payment: a negative row with the same payment id. The refund is processing until
 * `settleRefund` or `failRefund` is called. Writes nothing if it returns a problem.
 */
export async function refundPayment(
  trx: Transaction<DB>,
  refund: NewRefund,
): Promise<{ refundId: string } | { problem: PaymentProblem }> {
  if (refund.amountCents <= 0) throw new RangeError('A refund must be above zero')
  const payment = await lockPayment(trx, refund.policyPaymentId)
  if (!payment) return { problem: 'noSuchPayment' }
  if (payment.status !== 'paid' || payment.amountCents < 0) return { problem: 'notPaid' }
  const left = await getRemainingCents(trx, payment)
  if (refund.amountCents > left) return { problem: 'moreThanThereIs' }

  const { policy_payment_id } = await trx
    .insertInto('payments')
    .values({
      payment_id: payment.paymentId,
      policy_id: payment.policyId,
      payment_type_id: await getOriginalPaymentType(trx, payment),
      status: 'processing',
      amount_cents: -refund.amountCents,
      description: refund.description ?? 'Refund',
      memo: refund.memo ?? null,
      payee_name: await getPayee(trx, payment),
      record_type: 'Refund',
      reverses_payment_id: payment.id,
      refund_review_id: refund.reviewId ?? null,
      ...toAuthorColumns(refund.author),
      created_at: refund.now,
    })
    .returning('policy_payment_id')
    .executeTakeFirstOrThrow()
  await postJournalEntry(
    trx,
    buildRefundEntry(policy_payment_id, payment.policyId, refund.amountCents),
    refund.author.userId,
  )
  await updateObligations(trx, payment.policyId)
  await updatePaymentOverpayments(trx, payment.id, { as: 'refunded', by: refund.author.name, now: refund.now })
  return { refundId: policy_payment_id }
}

/** Marks a refund as sent. If the refund is no longer processing, does nothing and returns false. */
export async function settleRefund(
  trx: Transaction<DB>,
  refundId: string,
  settled: { now: Date; stripeRefundId?: string },
): Promise<boolean> {
  const refund = await lockPayment(trx, refundId)
  if (refund?.status !== 'processing' || refund.amountCents >= 0) return false
  await trx
    .updateTable('payments')
    .set({
      status: 'refunded',
      settled_at: settled.now,
      stripe_refund_id: settled.stripeRefundId ?? null,
      // A refund that goes to neither a card nor a bank account is a check with its own number (REF-3).
      check_no: settled.stripeRefundId ? null : sql<string>`nextval('refund_check_numbers')::text`,
    })
    .where('policy_payment_id', '=', refundId)
    .execute()
  await postJournalEntry(trx, buildPaidRefundEntry(refundId, refund.policyId, -refund.amountCents, refund.typeId))
  const { policyId, paymentId } = refund
  const row = { policyId, policyPaymentId: refundId, paymentId, amountCents: -refund.amountCents }
  await publishPaymentEvent(trx, 'payment.refunded', row, settled.now)
  return true
}

/**
 * Marks a refund as failed. The policy keeps the money. If the refund is no longer processing, does nothing and returns
 * false.
 */
export async function failRefund(
  trx: Transaction<DB>,
  refundId: string,
  failure: { code: string; reason: string; now: Date },
): Promise<boolean> {
  const refund = await lockPayment(trx, refundId)
  if (refund?.status !== 'processing' || refund.amountCents >= 0) return false
  await trx
    .updateTable('payments')
    .set({ status: 'failed', failure_code: failure.code, failure_reason: failure.reason, failed_at: failure.now })
    .where('policy_payment_id', '=', refundId)
    .execute()
  await postJournalEntry(trx, buildFailedRefundEntry(refundId, refund.policyId, -refund.amountCents))
  if (refund.cameFrom) {
    await updateObligations(trx, refund.policyId)
    await updatePaymentOverpayments(trx, refund.cameFrom, { as: 'refunded', by: 'Stripe', now: failure.now })
  }
  return true
}

/**
 * SQL for the payee of a refund from payment `y` of policy `p`. The payee is whoever made the payment. If the money was
 * transferred, that is the payer of the original payment `o`. If no name is known, it is the insured.
 */
export const payeeSql = "coalesce(nullif(y.payee_name, ''), nullif(o.payee_name, ''), p.insured_name)"

async function getPayee(trx: Transaction<DB>, payment: LockedPayment): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${sql.raw(payeeSql)} as name
    from payments y join policies p using (policy_id)
    left join payments o on o.policy_payment_id = y.reverses_payment_id
    where y.policy_payment_id = ${payment.id}`.execute(trx)
  return rows[0]?.name ?? ''
}

/** Returns the payment type by which the money was first paid. Transferred money is refunded by this type, too. */
async function getOriginalPaymentType(trx: Transaction<DB>, payment: LockedPayment): Promise<number> {
  if (!payment.cameFrom) return payment.typeId
  const first = await trx
    .selectFrom('payments')
    .select('payment_type_id')
    .where('policy_payment_id', '=', payment.cameFrom)
    .executeTakeFirstOrThrow()
  return first.payment_type_id
}
