import { sql, type Transaction } from 'kysely'
import { postInvoice } from '../../ledger/invoices.ts'
import type { DB } from '../schema.ts'
import { plusDays } from './days.ts'
import type { DemoPolicy } from './write-policy.ts'

/** What a transaction after the first one changes. Amounts are cents and below zero where premium goes back. */
export interface Change {
  /** A code of `transaction_types`. */
  type: string
  /** Posting day, `YYYY-MM-DD`. */
  day: string
  /** When it takes effect; the posting day by default. */
  effective?: string
  description: string
  grossCents: number
  feeCents?: number
  tax?: DemoPolicy['tax']
  /** By how much the building's limit moves. */
  limitCents?: number
  reason?: string
  groupId?: string
  reverses?: string
  /** A cancellation, and what undoes it, leave the term's own figures as they are. */
  keepsTerm?: boolean
}

const noTax = { premiumCents: 0, stampingCents: 0, emergencyCents: 0 }

/**
 * Adds a transaction that follows the policy's newest one, with the term as it stands afterwards, and keeps the policy's
 * totals beside it. Nothing is invoiced: `postChange` does both.
 */
export async function addTransaction(trx: Transaction<DB>, policyId: string, change: Change): Promise<string> {
  const tax = change.tax ?? noTax
  const taxesCents = tax.premiumCents + tax.stampingCents + tax.emergencyCents
  const feeCents = change.feeCents ?? 0
  const totalCents = change.grossCents + feeCents + taxesCents
  const own = {
    transaction_type: change.type,
    reason_code: change.reason ?? null,
    post_date: change.day,
    accounting_date: change.day,
    effective_date: change.effective ?? change.day,
    user_description: change.description,
    group_id: change.groupId ?? null,
    reverses_transaction_id: change.reverses ?? null,
    tnx_gross_premium_cents: change.grossCents,
    tnx_policy_fee_cents: feeCents,
    tnx_taxes_cents: taxesCents,
    tnx_total_premium_cents: totalCents,
  }
  const moves = change.keepsTerm
    ? { gross: 0, fee: 0, surplus: 0, stamping: 0, emergency: 0, taxes: 0, total: 0, limit: 0 }
    : {
        gross: change.grossCents,
        fee: feeCents,
        surplus: tax.premiumCents,
        stamping: tax.stampingCents,
        emergency: tax.emergencyCents,
        taxes: taxesCents,
        total: totalCents,
        limit: change.limitCents ?? 0,
      }
  const { rows } = await sql<{ policy_transaction_id: string }>`
    insert into policy_transactions
    select after.*
    from (select * from policy_transactions where policy_id = ${policyId} order by sequence desc limit 1) t
    cross join lateral jsonb_populate_record(t::policy_transactions, ${JSON.stringify(own)}::jsonb || jsonb_build_object(
      'policy_transaction_id', new_id(),
      'sequence', t.sequence + 1,
      'created_at', now(),
      'gross_premium_cents', t.gross_premium_cents + ${moves.gross}::bigint,
      'policy_fee_cents', t.policy_fee_cents + ${moves.fee}::bigint,
      'surplus_tax_policy_premium_cents', t.surplus_tax_policy_premium_cents + ${moves.surplus}::bigint,
      'stamping_fees_policy_premium_cents', t.stamping_fees_policy_premium_cents + ${moves.stamping}::bigint,
      'emergency_fund_surcharge_cents', t.emergency_fund_surcharge_cents + ${moves.emergency}::bigint,
      'subtotal_taxes_cents', t.subtotal_taxes_cents + ${moves.taxes}::bigint,
      'total_premium_cents', t.total_premium_cents + ${moves.total}::bigint,
      'coverage_a_limit_cents', t.coverage_a_limit_cents + ${moves.limit}::bigint,
      'coverage_a_premium_cents', t.coverage_a_premium_cents + ${moves.gross}::bigint,
      'tiv_cents', t.tiv_cents + ${moves.limit}::bigint)) after
    returning policy_transaction_id`.execute(trx)
  await trx
    .updateTable('policies')
    .set((policy) => ({
      last_transaction_type: change.type,
      gross_premium_cents: policy('gross_premium_cents', '+', moves.gross),
      policy_fee_cents: policy('policy_fee_cents', '+', moves.fee),
      taxes_cents: policy('taxes_cents', '+', moves.taxes),
      total_premium_cents: policy('total_premium_cents', '+', moves.total),
    }))
    .where('policy_id', '=', policyId)
    .execute()
  const id = rows[0]?.policy_transaction_id
  if (!id) throw new Error(`Policy ${policyId} has no transaction to follow`)
  return id
}

/** Adds a transaction and invoices what it charges, or gives back what it returns; due after thirty days. */
export async function postChange(trx: Transaction<DB>, policyId: string, change: Change): Promise<string> {
  const policyTransactionId = await addTransaction(trx, policyId, change)
  const tax = change.tax ?? noTax
  await postInvoice(trx, {
    policyId,
    policyTransactionId,
    lines: [
      { charge: 'premium_written', amountCents: change.grossCents, description: change.description },
      { charge: 'policy_fee', amountCents: change.feeCents ?? 0, description: 'Policy fee' },
      { charge: 'tax_surplus_lines', amountCents: tax.premiumCents, description: 'Surplus lines tax' },
      { charge: 'tax_stamping', amountCents: tax.stampingCents, description: 'Stamping fee' },
      { charge: 'tax_emergency_fund', amountCents: tax.emergencyCents, description: 'Emergency fund surcharge' },
    ],
    dueDate: plusDays(change.day, 30),
  })
  return policyTransactionId
}

/** Undoes the policy's newest transaction, money and all: EBR for an endorsement, RI for a cancellation. */
export async function postReversal(
  trx: Transaction<DB>,
  policyId: string,
  reversal: Pick<Change, 'type' | 'day' | 'description' | 'keepsTerm' | 'limitCents'>,
): Promise<string> {
  const undone = await trx
    .selectFrom('policy_transactions')
    .select([
      'policy_transaction_id',
      'effective_date',
      'tnx_gross_premium_cents',
      'tnx_policy_fee_cents',
      'tnx_taxes_cents',
    ])
    .where('policy_id', '=', policyId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return postChange(trx, policyId, {
    ...reversal,
    effective: undone.effective_date,
    grossCents: -undone.tnx_gross_premium_cents,
    feeCents: -undone.tnx_policy_fee_cents,
    tax: { ...noTax, premiumCents: -undone.tnx_taxes_cents },
    reverses: undone.policy_transaction_id,
  })
}
