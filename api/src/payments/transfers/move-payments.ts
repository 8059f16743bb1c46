import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Author } from '../../ledger/store.ts'
import { transferPayment } from '../../ledger/transfers.ts'

/**
 * Moves so much of what a policy was paid to the policy that takes its place, the oldest payment first (decision 20).
 * Gives the cents that were moved: at most what the payments still hold.
 */
export async function movePayments(
  trx: Transaction<DB>,
  move: { fromPolicyId: string; toPolicyId: string; cents: number; author: Author; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: string; left_cents: number }>`
    select pay.policy_payment_id as id, (select sum(x.amount_cents) from payments x
        where x.payment_id = pay.payment_id and x.policy_id = pay.policy_id
          and x.status in ('paid', 'refunded', 'processing'))::bigint as left_cents
    from payments pay
    where pay.policy_id = ${move.fromPolicyId} and pay.status = 'paid' and pay.amount_cents > 0
    order by pay.created_at, pay.policy_payment_id`.execute(trx)
  let left = move.cents
  for (const { id, left_cents } of rows) {
    const amountCents = Math.min(left, left_cents)
    if (amountCents <= 0) continue
    const { toPolicyId, author, now } = move
    const moved = await transferPayment(trx, {
      policyPaymentId: id,
      toPolicyId,
      amountCents,
      author,
      passesOn: true,
      now,
    })
    if ('problem' in moved) throw new Error(`Payment ${id} cannot be moved: ${moved.problem}`)
    left -= amountCents
  }
  return move.cents - left
}
