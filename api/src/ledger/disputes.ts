import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { buildDisputedPartEntry, getDisputeKey } from './ledger.ts'
import { updatePaymentOverpayments } from './overpayment.ts'
import {
  type LockedPayment,
  lockPayment,
  notifyPaymentListeners,
  type PaymentListeners,
  toAuthorColumns,
} from './payments.ts'
import { remainingBalanceSql } from './remaining-balance.ts'
import { type PaymentAuthor, postJournalEntry } from './store.ts'
import { updateObligations } from './update-obligations.ts'

interface PartialDispute {
  disputeId: string
  /** Disputed amount in cents, with the part of the card fee. Less than the charge. */
  amountCents: number
  reason: string
  author: PaymentAuthor
  now: Date
}

/** Amount in cents that a policy loses, and the row of the payment that it holds the money by. */
interface DisputedPart {
  rowId: string
  paymentId: string
  policyId: string
  amountCents: number
}

/**
 * Splits a disputed amount: the payment's own policy loses it first, then the policies that received parts of the payment,
 * oldest transfer first. The rest is the card fee. Money that was refunded before is owed by the payment's own policy.
 */
async function splitDispute(
  trx: Transaction<DB>,
  payment: LockedPayment,
  amountCents: number,
): Promise<{ parts: DisputedPart[]; feeCents: number }> {
  const { rows } = await sql<Omit<DisputedPart, 'amountCents'> & { leftCents: number }>`
    select y.policy_payment_id as "rowId", y.payment_id as "paymentId", y.policy_id as "policyId", ${sql.raw(remainingBalanceSql('y'))} as "leftCents"
    from payments y where y.status = 'paid' and y.amount_cents > 0
      and (y.policy_payment_id = ${payment.id} or y.reverses_payment_id = ${payment.id} and y.record_type = 'Transfer')
    order by y.policy_payment_id <> ${payment.id}, y.created_at, y.policy_payment_id`.execute(trx)
  const heldCents = rows.reduce((sum, { leftCents }) => sum + leftCents, 0)
  const feeCents = heldCents > 0 ? Math.min(payment.feeCents, Math.max(0, amountCents - heldCents)) : 0
  let restCents = amountCents - feeCents
  const parts = rows.map(({ leftCents, ...row }, index) => {
    const cents = index === 0 ? leftCents + Math.max(0, restCents - heldCents) : leftCents
    const part = { ...row, amountCents: Math.min(restCents, cents) }
    restCents -= part.amountCents
    return part
  })
  return { parts: parts.filter(({ amountCents }) => amountCents > 0), feeCents }
}

/**
 * Reverses the disputed part of a paid payment (PAY-22). The payment stays paid with the rest, and the policies owe the
 * part again. If the payment is not paid or the dispute was posted before, does nothing and returns false.
 */
export async function reverseDisputedPart(
  trx: Transaction<DB>,
  policyPaymentId: string,
  dispute: PartialDispute,
  listeners: PaymentListeners = {},
): Promise<boolean> {
  const payment = await lockPayment(trx, policyPaymentId)
  if (payment?.status !== 'paid' || (await findDisputedPart(trx, dispute.disputeId))) return false
  const { parts, feeCents } = await splitDispute(trx, payment, dispute.amountCents)
  const { now, author, reason } = dispute
  const rows = await trx
    .insertInto('payments')
    .values(
      parts.map(({ rowId, paymentId, policyId, amountCents }) => ({
        ...{ payment_id: paymentId, policy_id: policyId, payment_type_id: payment.typeId, reverses_payment_id: rowId },
        ...{ record_type: 'Refund' as const, status: 'refunded' as const, amount_cents: -amountCents },
        ...{ description: 'Disputed with the bank', settled_at: now, created_at: now, ...toAuthorColumns(author) },
      })),
    )
    .returning(['policy_payment_id as rowId', 'policy_id as policyId', 'amount_cents'])
    .execute()
  const booked = rows.map(({ amount_cents, ...row }) => ({ ...row, amountCents: -amount_cents }))
  await postJournalEntry(trx, buildDisputedPartEntry(dispute.disputeId, payment, booked, feeCents), author.userId)
  for (const { rowId, policyId, amountCents } of parts) {
    const failed = { amountCents, wasProcessing: false, submittedAt: payment.createdAt, failedAt: now }
    await updateObligations(trx, policyId, failed)
    await updatePaymentOverpayments(trx, rowId, { as: 'refunded', by: author.name, now })
  }
  const amountCents = booked.reduce((sum, part) => sum + part.amountCents, 0)
  const notification = { policyId: payment.policyId, id: payment.id, paymentId: payment.paymentId, amountCents, reason }
  const { amountCents: disputedCents } = dispute
  await notifyPaymentListeners(trx, 'payment.disputed', { ...notification, disputedCents }, now, listeners)
  return true
}

/** Returns the posted amounts of a partial dispute, in cents, or undefined if no partial dispute was posted. */
export async function findDisputedPart(
  trx: Transaction<DB>,
  disputeId: string,
): Promise<{ amountCents: number; feeCents: number } | undefined> {
  const { rows } = await sql<{ amountCents: number; feeCents: number }>`
    select coalesce(sum(p.amount_cents) filter (where p.account_code = 'receivable'), 0)::bigint as "amountCents",
      coalesce(sum(p.amount_cents) filter (where p.account_code = 'card_fee'), 0)::bigint as "feeCents"
    from journal_entries e join postings p using (entry_id)
    where e.business_key = ${getDisputeKey(disputeId)} group by e.entry_id`.execute(trx)
  return rows[0]
}
