import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { allocate } from './allocation.ts'
import { maximumTransferCents, transferEntry } from './ledger.ts'
import { moveOverpayment } from './overpayment.ts'
import { authored, lockPayment, nextPaymentId } from './payments.ts'
import type { MoneyProblem } from './refunds.ts'
import { getRemainingCents } from './remaining.ts'
import { type Author, post } from './store.ts'

export interface NewTransfer {
  policyPaymentId: string
  toPolicyId: string
  /** Always positive. */
  amountCents: number
  author: Author
  now: Date
}

const transferType = 12

/**
 * Moves money from a payment to another policy: a negative `Reversing payment` row with the same payment id (decision
 * 43) and a row of type 12 on the recipient. Locks both policies in a fixed order, so that concurrent transfers never
 * move more than the payment holds. Writes nothing when it returns a problem.
 */
export async function transferPayment(
  trx: Transaction<DB>,
  transfer: NewTransfer,
): Promise<{ fromRowId: string; toRowId: string } | { problem: MoneyProblem; maximumCents: number }> {
  if (transfer.amountCents <= 0) throw new RangeError('A transfer is above zero')
  const payment = await lockPayment(trx, transfer.policyPaymentId, [transfer.toPolicyId])
  if (!payment) return { problem: 'noSuchPayment', maximumCents: 0 }
  if (payment.policyId === transfer.toPolicyId) throw new RangeError('A transfer goes to another policy')
  if (payment.status !== 'paid' || payment.amountCents < 0) return { problem: 'notPaid', maximumCents: 0 }
  const { totalDueCents, amountCents } = payment
  const maximumCents = maximumTransferCents(totalDueCents, {
    amountCents,
    leftCents: await getRemainingCents(trx, payment),
  })
  if (transfer.amountCents > maximumCents) return { problem: 'moreThanThereIs', maximumCents }

  const shared = {
    payment_type_id: transferType,
    // References the original payment: when it fails, all its transferred parts fail, too.
    reverses_payment_id: payment.cameFrom ?? payment.id,
    status: 'paid' as const,
    record_type: 'Transfer' as const,
    settled_at: transfer.now,
    created_at: transfer.now,
    ...authored(transfer.author),
  }
  const [from, to] = await trx
    .insertInto('payments')
    .values([
      {
        ...shared,
        payment_id: payment.paymentId,
        policy_id: payment.policyId,
        amount_cents: -transfer.amountCents,
        description: 'Transfer out',
        memo: 'Reversing payment',
        transferred_policy_id: transfer.toPolicyId,
      },
      {
        ...shared,
        payment_id: await nextPaymentId(trx, transfer.toPolicyId),
        policy_id: transfer.toPolicyId,
        amount_cents: transfer.amountCents,
        description: 'Transfer in',
        transferred_policy_id: payment.policyId,
      },
    ])
    .returning('policy_payment_id')
    .execute()
  if (!from || !to) throw new Error('The rows of the transfer were not written')
  const sides = {
    from: { rowId: from.policy_payment_id, policyId: payment.policyId },
    to: { rowId: to.policy_payment_id, policyId: transfer.toPolicyId },
  }
  await post(trx, transferEntry(sides.from, sides.to, transfer.amountCents), transfer.author.userId)
  await allocate(trx, payment.policyId)
  await moveOverpayment(trx, payment.id, { as: 'transferred', by: transfer.author.name, now: transfer.now })
  await allocate(trx, transfer.toPolicyId)
  return { fromRowId: sides.from.rowId, toRowId: sides.to.rowId }
}
