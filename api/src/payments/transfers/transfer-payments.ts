import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { getPaymentsWithRemainder } from '../../ledger/remaining-balance.ts'
import type { PaymentAuthor } from '../../ledger/store.ts'
import { transferPayment } from '../../ledger/transfers.ts'

/**
 * Transfers up to `cents` from a policy's payments to the policy that replaces it, oldest payment first (REW-1).
 * Returns the transferred cents, which can be less than requested.
 */
export async function transferPayments(
  trx: Transaction<DB>,
  transfer: { fromPolicyId: string; toPolicyId: string; cents: number; author: PaymentAuthor; now: Date },
): Promise<number> {
  const holders = await getPaymentsWithRemainder(trx, transfer.fromPolicyId)
  let left = transfer.cents
  for (const { policyPaymentId, leftCents } of holders) {
    const amountCents = Math.min(left, leftCents)
    if (amountCents === 0) break
    const { toPolicyId, author, now } = transfer
    const transferred = await transferPayment(trx, {
      policyPaymentId,
      toPolicyId,
      amountCents,
      author,
      now,
    })
    if ('problem' in transferred)
      throw new Error(`Payment ${policyPaymentId} cannot be transferred: ${transferred.problem}`)
    left -= amountCents
  }
  return transfer.cents - left
}
