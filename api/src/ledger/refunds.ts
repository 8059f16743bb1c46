import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { allocate } from './allocation.ts'
import { refundEntry, refundFailedEntry, refundPaidEntry } from './ledger.ts'
import { moveOverpayment } from './overpayment.ts'
import { authored, type LockedPayment, lockPayment } from './payments.ts'
import { publishPaymentEvent } from './publish-payment-event.ts'
import { getRemainingCents } from './remaining.ts'
import { type Author, post } from './store.ts'

export interface NewRefund {
  policyPaymentId: string
  /** Above zero. */
  amountCents: number
  author: Author
  /** What the row says, `Refund` by default. */
  description?: string
  memo?: string
  now: Date
}

/** Why money cannot leave a payment. */
export type MoneyProblem = 'noSuchPayment' | 'notPaid' | 'moreThanThereIs'

/**
 * Decides that a part of a payment goes back to its payer: a row of the same payment id below zero, and a debt of ours
 * until `settleRefund`. Nothing is written when there is a problem.
 */
export async function refundPayment(
  trx: Transaction<DB>,
  refund: NewRefund,
): Promise<{ refundId: string } | { problem: MoneyProblem }> {
  if (refund.amountCents <= 0) throw new RangeError('A refund is above zero')
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
      payment_type_id: await typeItCameBy(trx, payment),
      status: 'processing',
      amount_cents: -refund.amountCents,
      description: refund.description ?? 'Refund',
      memo: refund.memo ?? null,
      payee_name: await getPayee(trx, payment),
      record_type: 'Refund',
      reverses_payment_id: payment.id,
      ...authored(refund.author),
      created_at: refund.now,
    })
    .returning('policy_payment_id')
    .executeTakeFirstOrThrow()
  await post(trx, refundEntry(policy_payment_id, payment.policyId, refund.amountCents), refund.author.userId)
  await allocate(trx, payment.policyId)
  await moveOverpayment(trx, payment.id, { as: 'refunded', by: refund.author.name, now: refund.now })
  return { refundId: policy_payment_id }
}

/** The refund has left. False, and nothing done, when it had before. */
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
      // What goes back by no card and no bank account is a check with a number of its own (REF-3).
      check_no: settled.stripeRefundId ? null : sql<string>`nextval('refund_check_numbers')::text`,
    })
    .where('policy_payment_id', '=', refundId)
    .execute()
  await post(trx, refundPaidEntry(refundId, refund.policyId, -refund.amountCents, refund.typeId))
  const row = { policyId: refund.policyId, policyPaymentId: refundId, amountCents: -refund.amountCents }
  await publishPaymentEvent(trx, 'payment.refunded', row, settled.now)
  return true
}

/** The refund could not be sent and the money stays with the policy. False, and nothing done, when it had left. */
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
  await post(trx, refundFailedEntry(refundId, refund.policyId, -refund.amountCents))
  if (refund.cameFrom) {
    await allocate(trx, refund.policyId)
    await moveOverpayment(trx, refund.cameFrom, { as: 'refunded', by: 'Stripe', now: failure.now })
  }
  return true
}

/**
 * SQL: who gets money of a payment `y` of policy `p` back: the payer, also of money that came by another policy (payment
 * `o`); without a name, the insured.
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

/** Money that was moved here from another policy goes back by the way it first came. */
async function typeItCameBy(trx: Transaction<DB>, payment: LockedPayment): Promise<number> {
  if (!payment.cameFrom) return payment.typeId
  const first = await trx
    .selectFrom('payments')
    .select('payment_type_id')
    .where('policy_payment_id', '=', payment.cameFrom)
    .executeTakeFirstOrThrow()
  return first.payment_type_id
}
