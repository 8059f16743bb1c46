import { sql, type Transaction } from 'kysely'
import { postInvoice } from '../../ledger/invoices.ts'
import type { DB } from '../schema.ts'
import { plusDays } from './days.ts'
import type { DemoStory } from './demo-policies.ts'

interface Written {
  policyId: string
  transactionId: string
}

/** Adds a transaction that copies the term as it stands, with a type and what it changes. */
async function addTransaction(
  trx: Transaction<DB>,
  { policyId, transactionId }: Written,
  change: { type: string; day: string; grossCents: number; reason?: string; description: string },
) {
  await sql`
    insert into policy_transactions
    select (jsonb_populate_record(null::policy_transactions, to_jsonb(t) || jsonb_build_object(
      'policy_transaction_id', new_id(),
      'sequence', (select max(sequence) + 1 from policy_transactions where policy_id = ${policyId}),
      'transaction_type', ${change.type}::text, 'reason_code', ${change.reason ?? null}::text,
      'post_date', ${change.day}::date, 'accounting_date', ${change.day}::date, 'effective_date', ${change.day}::date,
      'user_description', ${change.description}::text, 'tnx_policy_fee_cents', 0, 'tnx_taxes_cents', 0,
      'tnx_gross_premium_cents', ${change.grossCents}::bigint, 'tnx_total_premium_cents', ${change.grossCents}::bigint,
      'created_at', now()))).*
    from policy_transactions t where t.policy_transaction_id = ${transactionId}`.execute(trx)
  await trx
    .updateTable('policies')
    .set({ last_transaction_type: change.type })
    .where('policy_id', '=', policyId)
    .execute()
}

/** What became of a policy: pending cancel, cancelled with its return premium in the ledger, or not renewed. */
export async function writeFate(
  trx: Transaction<DB>,
  story: DemoStory,
  written: Written,
  today: string,
): Promise<void> {
  const { policy, fate, reason } = story
  const day = plusDays(today, -14)
  const { policyId } = written
  if (fate === 'nonRenewed')
    await trx
      .updateTable('policies')
      .set({ non_renewed_at: `${day}T15:00:00Z` })
      .where('policy_id', '=', policyId)
      .execute()
  if (fate === 'pendingCancel' && reason) {
    await addTransaction(trx, written, {
      type: `P${reason}`,
      day,
      grossCents: 0,
      reason,
      description: 'Cancellation asked for',
    })
    await trx
      .updateTable('policies')
      .set({ pending_cancel_at: `${day}T15:00:00Z`, cancel_reason_code: reason, cancel_effective_date: day })
      .where('policy_id', '=', policyId)
      .execute()
  }
  if (fate === 'cancelled' && reason) {
    const daysLeft = Math.max(0, (Date.parse(policy.inception) + 365 * 86_400_000 - Date.parse(day)) / 86_400_000)
    const returned = Math.floor((policy.grossCents * daysLeft) / 365)
    await addTransaction(trx, written, {
      type: `C${reason}`,
      day,
      grossCents: -returned,
      reason,
      description: 'Cancelled',
    })
    await postInvoice(trx, {
      policyId,
      lines: [{ charge: 'premium_written', amountCents: -returned, description: 'Return premium' }],
      dueDate: day,
    })
    await trx
      .updateTable('policies')
      .set({ cancelled_at: `${day}T15:00:00Z`, cancel_reason_code: reason, cancel_effective_date: day })
      .where('policy_id', '=', policyId)
      .execute()
  }
}
