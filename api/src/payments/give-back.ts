import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { refundPayment } from '../ledger/refunds.ts'
import { moneyLeft } from '../ledger/remaining.ts'
import { type Author, policyBalance } from '../ledger/store.ts'
import { openOverpayment } from './overpayment.ts'

/**
 * Gives back what a policy is in credit after premium went back, at most `atMostCents`: to the payers, the newest
 * payment first, each by the way it came. What a bank has not settled yet cannot be sent back and stays on the policy as
 * an open item for staff. Call it in the transaction that returned the premium, with the policy locked.
 */
export async function giveBack(
  trx: Transaction<DB>,
  {
    policyId,
    atMostCents,
    author,
    memo,
    now,
  }: { policyId: string; atMostCents: number; author: Author; memo: string; now: Date },
): Promise<number> {
  const { dueCents } = await policyBalance(trx, policyId)
  const wanted = Math.min(atMostCents, -dueCents)
  if (wanted <= 0) return 0
  const payments = await trx
    .selectFrom('payments')
    .select(['policy_payment_id', 'payment_id'])
    .where('policy_id', '=', policyId)
    .where('status', '=', 'paid')
    .where('amount_cents', '>', 0)
    .orderBy('created_at', 'desc')
    .orderBy('policy_payment_id')
    .execute()
  let left = wanted
  for (const { policy_payment_id: policyPaymentId, payment_id: paymentId } of payments) {
    const amountCents = Math.min(left, await moneyLeft(trx, { policyId, paymentId }))
    if (amountCents <= 0) continue
    const refund = await refundPayment(trx, { policyPaymentId, amountCents, author, memo, now })
    if ('problem' in refund) continue
    await enqueue(trx, 'send-refund', { refundId: refund.refundId }, { key: `send-refund:${refund.refundId}` })
    left -= amountCents
  }
  const newest = payments[0]
  if (left > 0 && newest)
    await openOverpayment(trx, { policyPaymentId: newest.policy_payment_id, policyId, amountCents: left, now })
  return wanted - left
}
