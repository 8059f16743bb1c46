import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { openOfInvoiceSql } from './money-sql.ts'

/**
 * Says which invoices a payment pays: the oldest that are still open first, as the pages show them: what was returned is paid
 * by nobody. What is left over stays unallocated and shows as credit in the policy's balance. Call it when the payment is booked.
 */
export async function allocate(trx: Transaction<DB>, policyId: string, policyPaymentId: string, amountCents: number) {
  const open = await sql<{ invoice_id: string; open_cents: number }>`
    select i.invoice_id, ${sql.raw(openOfInvoiceSql)} as open_cents
    from invoices i join (select policy_id, due_cents + ${amountCents}::bigint as due_cents from policy_balances) b using (policy_id)
    where i.policy_id = ${policyId} and i.voided_at is null and i.total_premium_cents > 0
    order by i.created_at, i.invoice_id`.execute(trx)
  let left = amountCents
  for (const { invoice_id, open_cents } of open.rows) {
    const part = Math.min(left, open_cents)
    if (part <= 0) continue
    await trx
      .insertInto('invoice_payments')
      .values({ invoice_id, policy_payment_id: policyPaymentId, amount_cents: part })
      .onConflict((conflict) =>
        conflict
          .columns(['invoice_id', 'policy_payment_id'])
          .doUpdateSet({ amount_cents: sql`invoice_payments.amount_cents + excluded.amount_cents` }),
      )
      .execute()
    left -= part
  }
}

/** A payment that failed pays nothing. */
export async function deallocate(trx: Transaction<DB>, policyPaymentIds: string[]) {
  await trx.deleteFrom('invoice_payments').where('policy_payment_id', 'in', policyPaymentIds).execute()
}

/** Money that leaves a payment leaves its invoices, the last one it paid first. */
export async function takeBack(trx: Transaction<DB>, policyPaymentId: string, amountCents: number) {
  const paid = await trx
    .selectFrom('invoice_payments')
    .innerJoin('invoices', 'invoices.invoice_id', 'invoice_payments.invoice_id')
    .select(['invoice_payments.invoice_id', 'invoice_payments.amount_cents'])
    .where('policy_payment_id', '=', policyPaymentId)
    .orderBy('invoices.created_at', 'desc')
    .orderBy('invoices.invoice_id', 'desc')
    .execute()
  let left = amountCents
  for (const { invoice_id, amount_cents } of paid) {
    const part = Math.min(left, amount_cents)
    if (part <= 0) break
    const key = { invoice_id, policy_payment_id: policyPaymentId }
    await (part === amount_cents
      ? trx
          .deleteFrom('invoice_payments')
          .where((row) => row.and(key))
          .execute()
      : trx
          .updateTable('invoice_payments')
          .set({ amount_cents: amount_cents - part })
          .where((row) => row.and(key))
          .execute())
    left -= part
  }
}
