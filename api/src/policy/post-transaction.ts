import { type Insertable, sql, type Transaction } from 'kysely'
import { chargeNames } from '../catalog/charges.ts'
import { recordCommission } from '../commissions/record-commission.ts'
import { prepared } from '../db/prepared-statement.ts'
import type { DB, PolicyTransaction } from '../db/schema.ts'
import { type NewInvoice, postInvoice } from '../ledger/invoices.ts'
import type { ChangedTermValues } from '../pricing/term.ts'
import { type Taxes, taxColumnNames, toTaxChargeLines, toTransactionTaxColumns } from '../taxes/taxes.ts'
import { calculateTermTotals } from './bind-term.ts'
import type { Policy } from './visibility.ts'

/**
 * Values of a transaction after the first transaction of a term. Amounts are in cents and negative for return premium.
 */
export interface TransactionChange {
  /** Transaction type: a code from the table `transaction_types`. */
  type: string
  /** Posting date, `YYYY-MM-DD`. */
  day: string
  /** Effective date. Defaults to the posting date. */
  effective?: string
  description: string
  grossCents: number
  feeCents?: number
  taxes?: Taxes
  /** Coverage that applies from the effective date on (PRI-1). */
  sets?: ChangedTermValues
  /** Other columns with their new values. */
  columns?: Partial<Insertable<PolicyTransaction>>
  reason?: string
  groupId?: string
  reverses?: string
  /**
   * Change of the term's amounts. Defaults to the amounts of the transaction. A cancellation and its reversal do not change
   * the term, except for the days of a lapse (DEL-26).
   */
  termChange?: Pick<TransactionChange, 'feeCents' | 'taxes'> & { grossCents: number }
  author?: { userId: string | null; name: string }
}

/** Term change of a cancellation and of its reversal. */
export const unchangedTerm = { grossCents: 0 }

const getMoney = (change: Pick<TransactionChange, 'grossCents' | 'feeCents' | 'taxes'>) => {
  const price = { grossCents: change.grossCents, feeCents: change.feeCents ?? 0, taxes: change.taxes ?? {} }
  return { feeCents: price.feeCents, ...calculateTermTotals(price) }
}

/**
 * Adds a transaction after the policy's latest transaction, with the resulting values of the term. Updates the policy
 * totals and the commission (COM-2). Does not create an invoice; use `postTransaction` for that.
 */
export async function addTransaction(
  trx: Transaction<DB>,
  policyId: string,
  change: TransactionChange,
): Promise<string> {
  const { feeCents, taxesCents, totalCents } = getMoney(change)
  const own = {
    transaction_type: change.type,
    reason_code: change.reason ?? null,
    post_date: change.day,
    accounting_date: change.day,
    effective_date: change.effective ?? change.day,
    user_description: change.description,
    group_id: change.groupId ?? null,
    reverses_transaction_id: change.reverses ?? null,
    source_transaction_id: null,
    // Notes on the previous transaction do not apply to this transaction.
    transaction_notes: null,
    transaction_reason: null,
    changed_values: change.sets ?? null,
    tnx_gross_premium_cents: change.grossCents,
    tnx_policy_fee_cents: feeCents,
    tnx_taxes_cents: taxesCents,
    tnx_total_premium_cents: totalCents,
    ...toTransactionTaxColumns(change.taxes ?? {}),
    ...(change.author && { user_id: change.author.userId, user_name: change.author.name }),
    ...change.columns,
  }
  const termChange = change.termChange ?? change
  const term = getMoney(termChange)
  // Contains all taxes, so that the text of the statement is the same for all transactions.
  const moved = {
    gross_premium_cents: termChange.grossCents,
    policy_fee_cents: term.feeCents,
    subtotal_taxes_cents: term.taxesCents,
    total_premium_cents: term.totalCents,
    ...Object.fromEntries(taxColumnNames.map((name) => [name, termChange.taxes?.[name] ?? 0])),
  }
  const sums = Object.entries(moved).map(
    ([column, cents]) => sql`${sql.lit(column)}, ${sql.ref(`t.${column}`)} + ${cents}::bigint`,
  )
  const { rows } = await sql<{ id: string | null }>`${prepared} with added as (
    insert into policy_transactions
    select after.*
    from (select * from policy_transactions where policy_id = ${policyId} order by sequence desc limit 1) t
    cross join lateral jsonb_populate_record(t::policy_transactions, ${JSON.stringify(own)}::jsonb || jsonb_build_object(
      'policy_transaction_id', new_id(),
      'sequence', t.sequence + 1,
      'created_at', acting_at(), ${sql.join(sums)})) after
    returning policy_transaction_id)
    update policies set last_transaction_type = ${change.type},
      gross_premium_cents = gross_premium_cents + ${termChange.grossCents},
      policy_fee_cents = policy_fee_cents + ${term.feeCents},
      taxes_cents = taxes_cents + ${term.taxesCents},
      total_premium_cents = total_premium_cents + ${term.totalCents}
    where policy_id = ${policyId}
    returning (select policy_transaction_id from added) as id`.execute(trx)
  const id = rows[0]?.id
  if (!id) throw new Error(`Policy ${policyId} has no transaction to follow`)
  await recordCommission(trx, [{ id, policyId, premiumCents: change.grossCents }])
  return id
}

/** A posted transaction with its invoice. Amounts are in cents, negative for return premium and credit. */
export interface PostedTransaction {
  policyTransactionId: string
  totalCents: number
  /** The invoice. Undefined if the transaction neither charges nor returns premium. */
  invoice: { invoiceId: string; dueCents: number } | undefined
}

interface InvoicedChange extends TransactionChange {
  /** Due date of the invoice, unless the amount is spread. */
  dueDate: string
  billedTo?: NewInvoice['billedTo']
  /**
   * Interval of the policy. The amount is spread over the remaining installments of a monthly plan (BIL-15). Undefined for a
   * manual adjustment, which is never spread.
   */
  paymentInterval: Policy['paymentInterval'] | undefined
}

/** Adds a transaction and creates an invoice for its charge or return premium. */
export async function postTransaction(
  trx: Transaction<DB>,
  policyId: string,
  change: InvoicedChange,
): Promise<PostedTransaction> {
  const policyTransactionId = await addTransaction(trx, policyId, change)
  const invoice = await postInvoice(trx, {
    policyId,
    policyTransactionId,
    lines: [
      { charge: 'premium_written', amountCents: change.grossCents, description: change.description },
      { charge: 'policy_fee', amountCents: change.feeCents ?? 0, description: chargeNames.policy_fee },
      ...toTaxChargeLines(change.taxes ?? {}),
    ],
    purpose: change.type === 'MA' ? 'adjustment' : 'endorsement',
    dueDate: change.dueDate,
    ...(change.paymentInterval === 'Monthly' && { spreadFrom: change.day }),
    ...(change.billedTo ? { billedTo: change.billedTo } : {}),
    createdBy: change.author?.userId ?? null,
  })
  return { policyTransactionId, totalCents: getMoney(change).totalCents, invoice }
}
