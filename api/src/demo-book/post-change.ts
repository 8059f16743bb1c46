import type { Transaction } from 'kysely'
import { plusDays } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import { addTransaction, type Change as Posted, postTransaction } from '../policy/post-transaction.ts'
import { type DemoPolicy, taxesOf } from './write-policy.ts'

/** A change of a demo policy: its three taxes, and by how much the building's limit moves. */
export interface Change extends Omit<Posted, 'taxes' | 'moves' | 'columns'> {
  tax?: DemoPolicy['tax']
  limitCents?: number
}

const noTax = { premiumCents: 0, stampingCents: 0, emergencyCents: 0 }

const changeOf = ({ tax, limitCents = 0, ...change }: Change): Posted => ({
  ...change,
  ...(tax && { taxes: taxesOf(tax) }),
  moves: {
    coverage_a_limit_cents: limitCents,
    coverage_a_premium_cents: change.grossCents,
    tiv_cents: limitCents,
  },
})

/** Adds a transaction after the policy's newest one, without an invoice. */
export const addChange = (trx: Transaction<DB>, policyId: string, change: Change): Promise<string> =>
  addTransaction(trx, policyId, changeOf(change))

/** Adds a transaction and invoices what it charges, or gives back what it returns; due after thirty days. */
export async function postChange(trx: Transaction<DB>, policyId: string, change: Change): Promise<string> {
  const posted = await postTransaction(trx, policyId, { ...changeOf(change), dueDate: plusDays(change.day, 30) })
  return posted.policyTransactionId
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
