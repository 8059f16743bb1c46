import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { policyBalance } from './store.ts'

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

/**
 * SQL for the cents of an overpayment that are still there, given its rows `o` and `y` of `overpayment_items` and
 * `payments`: every refund and every move of its payment takes from it first (decision 100).
 */
export const overpaymentLeftSql = sql<number>`greatest(0, o.amount_cents + coalesce((select sum(gone.amount_cents)
    from payments gone where gone.policy_id = y.policy_id and gone.payment_id = y.payment_id
      and gone.amount_cents < 0 and gone.status in ('paid', 'refunded', 'processing')), 0))::bigint`

/**
 * Lets the payment's overpayment follow its money: at zero it closes by itself as `outcome`, and a refund that the bank
 * sent back opens it again. Call it when the rows of the payment have changed, with the policy's money locked.
 */
export async function followOverpayment(
  trx: Transaction<DB>,
  policyPaymentId: string,
  outcome: { as: 'refunded' | 'moved'; by: string; now: Date },
): Promise<void> {
  await sql`
    update overpayment_items item set state = now_left.state,
      decided_by = case when now_left.state = 'open' then null else ${outcome.by} end,
      decided_at = case when now_left.state = 'open' then null else ${outcome.now}::timestamptz end
    from (select o.overpayment_item_id, case when ${overpaymentLeftSql} > 0 then 'open' else ${outcome.as} end as state
      from overpayment_items o join payments y using (policy_payment_id)
      where o.policy_payment_id = ${policyPaymentId} and o.state <> 'keptAsCredit') now_left
    where item.overpayment_item_id = now_left.overpayment_item_id
      and (item.state = 'open') <> (now_left.state = 'open')`.execute(trx)
}

/** What is left of an overpayment is kept as credit for the renewal; the money stays where it is. */
export async function keepOverpayment(
  trx: Transaction<DB>,
  overpaymentItemId: string,
  kept: { amountCents: number; by: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('overpayment_items')
    .set({ state: 'keptAsCredit', amount_cents: kept.amountCents, decided_by: kept.by, decided_at: kept.now })
    .where('overpayment_item_id', '=', overpaymentItemId)
    .execute()
}
