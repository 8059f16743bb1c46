import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { sumTaxes, type TaxColumn, type Taxes, taxColumnNames } from '../taxes/taxes.ts'

/** What a cancellation or pending cancellation posted. Amounts are in cents and negative for return premium. */
export interface PostedCancellation {
  /** All of its transactions, in posting order. */
  transactionIds: readonly string[]
  /** The transaction that returned the premium or, if none did, the latest transaction. */
  mainTransactionId: string
  effectiveDate: string
  grossCents: number
  feeCents: number
  taxes: Taxes
  totalCents: number
}

interface CancellationRow {
  transactionIds: string[]
  mainTransactionId: string | null
  effectiveDate: string
  grossCents: number
  feeCents: number
  taxes: Record<TaxColumn, number>
}

/**
 * Returns what a policy's cancellation posted since its last reinstatement: more than one transaction if its return
 * premium was on hold for a claim and released later (CAN-23). Returns undefined if the policy was cancelled in another
 * system.
 */
export async function findPostedCancellation(
  db: Kysely<DB>,
  policyId: string,
  kind: 'cancel' | 'pendingCancel',
): Promise<PostedCancellation | undefined> {
  const { rows } = await sql<CancellationRow>`
    select coalesce(json_agg(t.policy_transaction_id order by t.sequence), '[]') as "transactionIds",
      (array_agg(t.policy_transaction_id order by t.tnx_gross_premium_cents, t.sequence desc))[1] as "mainTransactionId",
      max(t.effective_date) as "effectiveDate",
      coalesce(sum(t.tnx_gross_premium_cents), 0)::bigint as "grossCents",
      coalesce(sum(t.tnx_policy_fee_cents), 0)::bigint as "feeCents",
      json_build_object(${sql.join(
        taxColumnNames.flatMap((name) => [sql.lit(name), sql`coalesce(sum(${sql.ref(`t.tnx_${name}`)}), 0)`]),
      )}) as taxes
    from policy_transactions t join transaction_types y using (transaction_type)
    where t.policy_id = ${policyId} and y.kind = ${kind} and t.sequence > coalesce((select max(r.sequence)
      from policy_transactions r join transaction_types k using (transaction_type)
      where r.policy_id = t.policy_id and k.kind = 'reinstatement'), 0)`.execute(db)
  const [row] = rows
  if (!row?.mainTransactionId) return undefined
  const taxes = Object.fromEntries(Object.entries(row.taxes).filter(([, cents]) => cents !== 0)) as Taxes
  const { mainTransactionId, grossCents, feeCents } = row
  return { ...row, mainTransactionId, taxes, totalCents: grossCents + feeCents + sumTaxes(taxes) }
}
