import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Rows that carry money or promise it; failed and cancelled ones carry none. */
const withMoney = ['paid', 'refunded', 'processing'] as const

/**
 * Amounts in cents of the rows of a policy that share a payment id: the payment, and below zero what has left it.
 * Call it with the policy's money locked.
 */
export async function rowsOfPayment(trx: Transaction<DB>, payment: { policyId: string; paymentId: string }) {
  const rows = await trx
    .selectFrom('payments')
    .select('amount_cents')
    .where('policy_id', '=', payment.policyId)
    .where('payment_id', '=', payment.paymentId)
    .where('status', 'in', withMoney)
    .execute()
  return rows.map((row) => row.amount_cents)
}

/** Cents of a payment that were neither refunded nor moved yet. */
export async function moneyLeft(trx: Transaction<DB>, payment: { policyId: string; paymentId: string }) {
  const rows = await rowsOfPayment(trx, payment)
  return rows.reduce((sum, cents) => sum + cents, 0)
}

/**
 * What was moved from a payment to other policies and still is there, with the rows on either side. All rows name the
 * payment that the money first came by, also those of a policy that passed it on when it was rewritten.
 */
export async function partsMovedAway(trx: Transaction<DB>, payment: { id: string; policyId: string }) {
  const rows = await trx
    .selectFrom('payments')
    .select(['policy_payment_id', 'policy_id', 'transferred_policy_id', 'amount_cents'])
    .where('reverses_payment_id', '=', payment.id)
    .where('record_type', '=', 'Transfer')
    .where('status', '=', 'paid')
    .execute()
  const isOwn = (row: (typeof rows)[number]) => row.policy_id === payment.policyId
  const byRecipient = Map.groupBy(rows, (row) => (isOwn(row) ? row.transferred_policy_id : row.policy_id))
  return [...byRecipient].map(([policyId, both]) => ({
    policyId: policyId as string,
    amountCents: both.reduce((sum, row) => sum + (isOwn(row) ? 0 : row.amount_cents), 0),
    rowIds: both.map((row) => row.policy_payment_id),
  }))
}
