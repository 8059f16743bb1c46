import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { getDoubleRefundedCents, getPaymentsWithRemainder } from './remaining-balance.ts'

interface Part {
  invoiceId: string
  id: string
  cents: number
}

interface Open {
  id: string
  /** Uncovered amount in cents. */
  cents: number
}

/** Applies the amounts in `by` to the open amounts in order. Returns the covered parts. */
function coverOpenAmounts(open: readonly Open[], by: readonly Open[]) {
  const parts: Part[] = []
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

/** Returns a policy's invoices, oldest first, with the payments allocated to each. */
async function getInvoices(trx: Transaction<DB>, policyId: string) {
  const { rows } = await sql<{ id: string; cents: number; isVoided: boolean; covered: Part[] }>`
    select i.invoice_id as id, i.total_premium_cents as cents, i.voided_at is not null as "isVoided", (
      select coalesce(json_agg(json_build_object('invoiceId', ip.invoice_id, 'id', ip.policy_payment_id, 'cents', ip.amount_cents)), '[]')
      from invoice_payments ip where ip.invoice_id = i.invoice_id) as covered
    from invoices i where i.policy_id = ${policyId} order by i.created_at, i.invoice_id`.execute(trx)
  return rows
}

const toSentence = (parts: readonly Part[]) =>
  parts
    .map(({ invoiceId, id, cents }) => `${invoiceId} ${id} ${cents}`)
    .toSorted()
    .join()

/**
 * Allocates all payments of a policy to its invoices again. Return premium covers the oldest invoices and payments the
 * following ones, so the newest invoices stay open (`openInvoiceAmountSql`). Call it with the policy balance locked
 * after any change to invoices or payments.
 */
export async function allocatePayments(trx: Transaction<DB>, policyId: string): Promise<void> {
  const all = await getInvoices(trx, policyId)
  const covered = all.flatMap((invoice) => invoice.covered)
  const invoices = all.filter(({ isVoided }) => !isVoided)
  const payments = await getPaymentsWithRemainder(trx, policyId)
  const charged = invoices.filter(({ cents }) => cents > 0)
  const returned = invoices.flatMap(({ id, cents }) => (cents < 0 ? [{ id, cents: -cents }] : []))
  coverOpenAmounts(charged, returned)
  const held = payments.map(({ policyPaymentId, leftCents }) => ({ id: policyPaymentId, cents: leftCents }))
  coverOpenAmounts(
    [{ id: 'given back twice', cents: held.length > 0 ? await getDoubleRefundedCents(trx, policyId) : 0 }],
    held.toReversed(),
  )
  const parts = coverOpenAmounts(charged, held)
  if (toSentence(parts) === toSentence(covered)) return
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
