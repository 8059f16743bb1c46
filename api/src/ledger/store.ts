import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { assertBalanced, type Entry } from './ledger.ts'

/** Who wrote a row, as payments and invoices keep it. User types: 1 agent, 2 insured, 3 internal. */
export interface Author {
  userId: string | null
  name: string
  userType: 1 | 2 | 3
}

/** A policy's money, in cents. Received is settled money only; `dueCents` is below zero when the policy is in credit. */
export interface PolicyBalance {
  invoicedCents: number
  receivedCents: number
  processingCents: number
  /** Decided but not yet sent back. */
  refundableCents: number
  dueCents: number
}

/** What was paid and has not gone back, in cents: what was invoiced less what is due. */
export const getPaid = ({ invoicedCents, dueCents }: PolicyBalance): number => invoicedCents - dueCents

/** Books an entry. Throws a unique violation when its business key is booked already. */
export async function post(trx: Transaction<DB>, entry: Entry, createdBy: string | null = null): Promise<void> {
  assertBalanced(entry)
  const { entry_id } = await trx
    .insertInto('journal_entries')
    .values({
      business_key: entry.businessKey,
      kind: entry.kind,
      description: entry.description,
      created_by: createdBy,
    })
    .returning('entry_id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('postings')
    .values(
      entry.postings.map((posting) => ({
        entry_id,
        account_code: posting.account,
        amount_cents: posting.amountCents,
        policy_id: posting.policyId ?? null,
        policy_payment_id: posting.paymentId ?? null,
        invoice_id: posting.invoiceId ?? null,
      })),
    )
    .execute()
}

const balanceColumns = [
  'policy_id',
  'invoiced_cents',
  'received_cents',
  'processing_cents',
  'refundable_cents',
  'due_cents',
] as const

/** The balance of a policy as the journal has it; all zero before its first invoice. */
export async function policyBalance(db: Kysely<DB>, policyId: string): Promise<PolicyBalance> {
  const row = await db
    .selectFrom('policy_balances')
    .select(balanceColumns)
    .where('policy_id', '=', policyId)
    .executeTakeFirst()
  return row ? toBalance(row) : toBalance(noMoney)
}

/**
 * Locks the money of policies until the transaction ends, always in the same order, and gives their balances. Whatever
 * counts on a balance or on the rows of a payment calls this first.
 */
export async function lockBalances(trx: Transaction<DB>, policyIds: string[]): Promise<Map<string, PolicyBalance>> {
  const ids = [...new Set(policyIds)].sort()
  const lock = () =>
    trx
      .selectFrom('policy_balances')
      .select(balanceColumns)
      .where('policy_id', 'in', ids)
      .orderBy('policy_id')
      .forUpdate()
      .execute()
  let rows = await lock()
  // Only a policy that was never invoiced has none yet.
  if (rows.length < ids.length) {
    await trx
      .insertInto('policy_balances')
      .values(ids.map((policy_id) => ({ policy_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    rows = await lock()
  }
  return new Map(rows.map((row) => [row.policy_id, toBalance(row)]))
}

/** As `lockBalances`, for one policy. */
export async function lockBalance(trx: Transaction<DB>, policyId: string): Promise<PolicyBalance> {
  return (await lockBalances(trx, [policyId])).get(policyId) ?? toBalance(noMoney)
}

const noMoney = { invoiced_cents: 0, received_cents: 0, processing_cents: 0, refundable_cents: 0, due_cents: 0 }

const toBalance = (row: typeof noMoney): PolicyBalance => ({
  invoicedCents: row.invoiced_cents,
  receivedCents: row.received_cents,
  processingCents: row.processing_cents,
  refundableCents: row.refundable_cents,
  dueCents: row.due_cents,
})
