import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { policyBalance } from '../../ledger/store.ts'

/**
 * Money that a policy does not owe any more, as when lender and insured both paid, is not just kept: it becomes an open
 * item on which staff decide. Call it after the payment was booked, with the policy's money locked.
 */
export async function openOverpayment(
  trx: Transaction<DB>,
  payment: { policyPaymentId: string; policyId: string; amountCents: number; now: Date },
): Promise<void> {
  const { dueCents } = await policyBalance(trx, payment.policyId)
  if (dueCents >= 0) return
  await trx
    .insertInto('overpayment_items')
    .values({
      policy_payment_id: payment.policyPaymentId,
      policy_id: payment.policyId,
      amount_cents: Math.min(payment.amountCents, -dueCents),
      created_at: payment.now,
    })
    .onConflict((conflict) => conflict.column('policy_payment_id').doNothing())
    .execute()
}
