import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { paymentsWithMoney } from './remaining.ts'

interface Open {
  id: string
  /** Cents that nothing has covered yet. */
  cents: number
}

/** Lets each cover what is open, the oldest first; gives who covered how much of what. */
function cover(open: readonly Open[], by: readonly Open[]) {
  const parts: { invoiceId: string; id: string; cents: number }[] = []
  for (const invoice of open)
    for (const one of by) {
      const cents = Math.min(invoice.cents, one.cents)
      if (cents <= 0) continue
      invoice.cents -= cents
      one.cents -= cents
      parts.push({ invoiceId: invoice.id, id: one.id, cents })
    }
  return parts
}

/**
 * Says anew which invoices are paid by which payments: returned premium covers the oldest, then what is left of the payments
 * the next ones, the oldest first, so that what is open is open on the newest (`openOfInvoiceSql`) and no invoice is paid and
 * unpaid by the same cents. What is left over shows as credit in the policy's balance. Call it, with the policy's money locked,
 * when an invoice or a payment was booked, has failed, or money has left it.
 */
export async function allocate(trx: Transaction<DB>, policyId: string): Promise<void> {
  const invoices = await trx
    .selectFrom('invoices')
    .select(['invoice_id as id', 'total_premium_cents as cents'])
    .where('policy_id', '=', policyId)
    .where('voided_at', 'is', null)
    .orderBy('created_at')
    .orderBy('invoice_id')
    .execute()
  const payments = await paymentsWithMoney(trx, policyId)
  const charged = invoices.filter(({ cents }) => cents > 0)
  const returned = invoices.flatMap(({ id, cents }) => (cents < 0 ? [{ id, cents: -cents }] : []))
  cover(charged, returned)
  const parts = cover(
    charged,
    payments.map(({ policyPaymentId, leftCents }) => ({ id: policyPaymentId, cents: leftCents })),
  )
  await trx
    .deleteFrom('invoice_payments')
    .where('invoice_id', 'in', (query) =>
      query.selectFrom('invoices').select('invoice_id').where('policy_id', '=', policyId),
    )
    .execute()
  if (parts.length === 0) return
  await trx
    .insertInto('invoice_payments')
    .values(
      parts.map(({ invoiceId, id, cents }) => ({ invoice_id: invoiceId, policy_payment_id: id, amount_cents: cents })),
    )
    .execute()
}
