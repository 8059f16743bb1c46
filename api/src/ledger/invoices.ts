import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { allocatePayments } from './allocation.ts'
import { buildInvoiceEntry, type ChargeLine, calculateCurrentlyDueCents } from './ledger.ts'
import { updatePolicyOverpayments } from './overpayment.ts'
import { getPolicyBalance, type PolicyBalance, postJournalEntry } from './store.ts'

export interface NewInvoice {
  policyId: string
  policyTransactionId?: string
  /** Lines in cents. Negative lines are return premium. Zero lines are omitted. */
  lines: ChargeLine[]
  /** Due date, `YYYY-MM-DD`. */
  dueDate: string
  /**
   * Due dates and amounts of a monthly plan. The amounts must add up to the total. Without a plan, the total is due on
   * `dueDate`.
   */
  installments?: { dueDate: string; amountCents: number }[]
  billedTo?: 'insured' | 'coapplicant' | 'lienholder'
  createdBy?: string | null
}

/**
 * Posts an invoice, or return premium if the lines are negative. Returns undefined if there is nothing to invoice.
 * Throws RangeError if the installments do not add up to the total.
 */
export async function postInvoice(
  trx: Transaction<DB>,
  invoice: NewInvoice,
): Promise<{ invoiceId: string; totalCents: number } | undefined> {
  const lines = invoice.lines.filter((line) => line.amountCents !== 0)
  if (lines.length === 0) return undefined
  const totalCents = sum(lines)
  const installments = invoice.installments ?? [{ dueDate: invoice.dueDate, amountCents: totalCents }]
  if (sum(installments) !== totalCents) throw new RangeError('The installments do not add up to the invoice')

  const { invoice_id } = await trx
    .insertInto('invoices')
    .values({
      policy_id: invoice.policyId,
      policy_transaction_id: invoice.policyTransactionId ?? null,
      gross_premium_cents: sum(lines.filter(({ charge }) => charge === 'premium_written')),
      policy_fee_cents: sum(lines.filter(({ charge }) => charge === 'policy_fee')),
      surcharges_cents: sum(lines.filter(({ charge }) => charge === 'surcharge')),
      taxes_cents: sum(lines.filter(({ charge }) => charge.startsWith('tax_'))),
      total_premium_cents: totalCents,
      billed_to: invoice.billedTo ?? 'insured',
      due_date: invoice.dueDate,
      created_by_user_id: invoice.createdBy ?? null,
    })
    .returning('invoice_id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('invoice_items')
    .values(
      lines.map(({ charge, amountCents, description }, index) => ({
        invoice_id,
        charge,
        description,
        amount_cents: amountCents,
        position: index + 1,
      })),
    )
    .execute()
  await trx
    .insertInto('invoice_installments')
    .values(
      installments.map(({ dueDate, amountCents }, index) => ({
        invoice_id,
        installment_no: index + 1,
        due_date: dueDate,
        amount_cents: amountCents,
      })),
    )
    .execute()
  await postJournalEntry(trx, buildInvoiceEntry(invoice_id, invoice.policyId, lines), invoice.createdBy)
  await allocatePayments(trx, invoice.policyId)
  await updatePolicyOverpayments(trx, invoice.policyId, 'Tideline')
  return { invoiceId: invoice_id, totalCents }
}

/** Changes the payer of all invoices of a policy. Skips voided invoices. */
export async function changeInvoicePayer(
  trx: Transaction<DB>,
  policyId: string,
  payer: NonNullable<NewInvoice['billedTo']>,
): Promise<void> {
  await trx
    .updateTable('invoices')
    .set({ billed_to: payer })
    .where('policy_id', '=', policyId)
    .where('voided_at', 'is', null)
    .execute()
}

/**
 * Returns the balance and the amount currently due, in cents.
 * @param today the date at the insured property, `YYYY-MM-DD`
 */
export async function getBalanceAndAmountDue(
  db: Kysely<DB>,
  policyId: string,
  today: string,
): Promise<PolicyBalance & { currentlyDueCents: number }> {
  const balance = await getPolicyBalance(db, policyId)
  const installments = await db
    .selectFrom('invoice_installments')
    .innerJoin('invoices', 'invoices.invoice_id', 'invoice_installments.invoice_id')
    .select([
      'invoice_installments.installment_no as installmentNo',
      'invoice_installments.due_date as dueDate',
      'invoice_installments.amount_cents as amountCents',
    ])
    .where('invoices.policy_id', '=', policyId)
    .execute()
  return { ...balance, currentlyDueCents: calculateCurrentlyDueCents(installments, balance, today) }
}

const sum = (parts: { amountCents: number }[]) => parts.reduce((total, part) => total + part.amountCents, 0)
