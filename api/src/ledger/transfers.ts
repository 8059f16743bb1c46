import { PaymentType } from '@tideline/sdk/words'
import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { buildTransferEntry, calculateMaximumTransferCents } from './ledger.ts'
import { updatePaymentOverpayments } from './overpayment.ts'
import { buildNextPaymentId, lockPayment, toAuthorColumns } from './payments.ts'
import type { PaymentProblem } from './refunds.ts'
import { getRemainingCents } from './remaining-balance.ts'
import { type PaymentAuthor, postJournalEntry } from './store.ts'
import { updateObligations } from './update-obligations.ts'

export interface NewTransfer {
  policyPaymentId: string
  toPolicyId: string
  /** Amount in cents. Always positive. */
  amountCents: number
  author: PaymentAuthor
  now: Date
}

/**
 * Transfers money from a payment to another policy: adds a negative row to the payment (PAY-15) and a transfer row to the
 * other policy. Both policies are locked so that concurrent transfers cannot exceed the payment. Writes nothing if it
 * returns a problem.
 */
export async function transferPayment(
  trx: Transaction<DB>,
  transfer: NewTransfer,
): Promise<{ fromRowId: string; toRowId: string } | { problem: PaymentProblem; maximumCents: number }> {
  if (transfer.amountCents <= 0) throw new RangeError('A transfer must be above zero')
  const payment = await lockPayment(trx, transfer.policyPaymentId, [transfer.toPolicyId])
  if (!payment) return { problem: 'noSuchPayment', maximumCents: 0 }
  if (payment.policyId === transfer.toPolicyId) throw new RangeError('A transfer must be to another policy')
  if (payment.status !== 'paid' || payment.amountCents < 0) return { problem: 'notPaid', maximumCents: 0 }
  const { totalDueCents, amountCents } = payment
  const maximumCents = calculateMaximumTransferCents(totalDueCents, {
    amountCents,
    leftCents: await getRemainingCents(trx, payment),
  })
  if (transfer.amountCents > maximumCents) return { problem: 'moreThanThereIs', maximumCents }

  const shared = {
    payment_type_id: PaymentType.transfer,
    // Refers to the original payment. If that payment fails, all its transferred parts fail, too.
    reverses_payment_id: payment.cameFrom ?? payment.id,
    status: 'paid' as const,
    record_type: 'Transfer' as const,
    settled_at: transfer.now,
    created_at: transfer.now,
    ...toAuthorColumns(transfer.author),
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
        payment_id: buildNextPaymentId(transfer.toPolicyId),
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
  await postJournalEntry(trx, buildTransferEntry(sides.from, sides.to, transfer.amountCents), transfer.author.userId)
  await updateObligations(trx, payment.policyId)
  await updatePaymentOverpayments(trx, payment.id, { as: 'transferred', by: transfer.author.name, now: transfer.now })
  await updateObligations(trx, transfer.toPolicyId)
  return { fromRowId: sides.from.rowId, toRowId: sides.to.rowId }
}
