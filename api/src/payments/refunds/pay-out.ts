import { sql } from 'kysely'
import type { TrxCtx } from '../../http/context.ts'
import { refundPayment } from '../../ledger/refunds.ts'
import type { Author } from '../../ledger/store.ts'
import { enqueue } from '../../outbox/enqueue.ts'

/** Splits cents in proportion; the largest remainders get the cents that are left over. */
export function splitByShare(cents: number, shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  if (total <= 0) return shares.map(() => 0)
  const exact = shares.map((share) => (cents * share) / total)
  const parts = exact.map(Math.floor)
  const order = exact
    .map((part, index) => ({ index, rest: part - Math.floor(part) }))
    .toSorted((a, b) => b.rest - a.rest)
  const open = cents - parts.reduce((sum, part) => sum + part, 0)
  for (const { index } of order.slice(0, open)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/**
 * Gives money that the policy holds beyond what it costs back to those who paid, split as it came in. The refunds are
 * decided here and sent by their jobs.
 */
export async function payOut(
  ctx: Pick<TrxCtx, 'db' | 'now'>,
  refund: { policyId: string; cents: number; author: Author; description: string },
): Promise<void> {
  const { rows } = await sql<{ id: string; left_cents: number }>`
    select pay.policy_payment_id as id, (select sum(x.amount_cents) from payments x
        where x.payment_id = pay.payment_id and x.policy_id = pay.policy_id
          and x.status in ('paid', 'refunded', 'processing'))::bigint as left_cents
    from payments pay
    where pay.policy_id = ${refund.policyId} and pay.status = 'paid' and pay.amount_cents > 0
    order by pay.created_at, pay.policy_payment_id`.execute(ctx.db)
  const holders = rows.filter((row) => row.left_cents > 0)
  const held = holders.reduce((sum, row) => sum + row.left_cents, 0)
  const parts = splitByShare(
    Math.min(refund.cents, held),
    holders.map((row) => row.left_cents),
  )
  for (const [index, { id }] of holders.entries()) {
    const amountCents = parts[index] ?? 0
    if (amountCents === 0) continue
    const decided = await refundPayment(ctx.db, {
      policyPaymentId: id,
      amountCents,
      author: refund.author,
      now: ctx.now,
    })
    if ('problem' in decided) throw new Error(`Payment ${id} cannot be refunded: ${decided.problem}`)
    await ctx.db
      .updateTable('payments')
      .set({ description: refund.description })
      .where('policy_payment_id', '=', decided.refundId)
      .execute()
    await enqueue(ctx.db, 'send-refund', { refundId: decided.refundId }, { key: `send-refund:${decided.refundId}` })
  }
}
