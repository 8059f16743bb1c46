import { type Kysely, sql, type Transaction } from 'kysely'
import { pipelined } from '../db/pipeline.ts'
import { executePrepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import { assertBalanced, type JournalEntry } from './ledger.ts'

/** The author of a payment or invoice row. User types: 1 agent, 2 insured, 3 internal. */
export interface PaymentAuthor {
  userId: string | null
  name: string
  userType: 1 | 2 | 3
}

/**
 * A policy's balance, in cents. `receivedCents` includes only settled money. `dueCents` is negative if the policy has a
 * credit.
 */
export interface PolicyBalance {
  invoicedCents: number
  receivedCents: number
  processingCents: number
  /** Approved refunds that are not sent yet, in cents. */
  refundableCents: number
  dueCents: number
}

/** Returns the cents paid and not refunded: the invoiced amount minus the amount due. */
export const getPaidCents = ({ invoicedCents, dueCents }: PolicyBalance): number => invoicedCents - dueCents

/** Posts a journal entry. Throws a unique violation if an entry with the same business key exists. */
export const postJournalEntry = (
  trx: Transaction<DB>,
  entry: JournalEntry,
  createdBy: string | null = null,
): Promise<void> => postJournalEntries(trx, [{ ...entry, createdBy }])

/** Posts several journal entries in one statement. Throws a unique violation if a business key exists. */
export async function postJournalEntries(
  trx: Transaction<DB>,
  entries: readonly (JournalEntry & { createdBy: string | null })[],
): Promise<void> {
  for (const entry of entries) assertBalanced(entry)
  const all = entries.flatMap(({ businessKey, postings }) => postings.map((posting) => ({ ...posting, businessKey })))
  await sql`${pipelined} with posted as (
      insert into journal_entries (business_key, kind, description, created_by)
      select "businessKey", kind, description, "createdBy" from json_to_recordset(${JSON.stringify(entries)}::json)
        as entry ("businessKey" text, kind text, description text, "createdBy" text)
      returning entry_id, business_key)
    insert into postings (entry_id, account_code, amount_cents, policy_id, policy_payment_id, invoice_id)
    select posted.entry_id, account, "amountCents", "policyId", "paymentId", "invoiceId"
    from json_to_recordset(${JSON.stringify(all)}::json) as posting ("businessKey" text, account text, "amountCents" bigint,
      "policyId" uuid, "paymentId" uuid, "invoiceId" uuid)
    join posted on posted.business_key = posting."businessKey"`.execute(trx)
}

const balanceColumns = [
  'policy_id',
  'invoiced_cents',
  'received_cents',
  'processing_cents',
  'refundable_cents',
  'due_cents',
] as const

/** Returns a policy's balance. Before the first invoice, all amounts are zero. */
export async function getPolicyBalance(db: Kysely<DB>, policyId: string): Promise<PolicyBalance> {
  const [row] = await executePrepared(
    db,
    db.selectFrom('policy_balances').select(balanceColumns).where('policy_id', '=', policyId),
  )
  return row ? toBalance(row) : toBalance(noMoney)
}

/** Returns the cents of card payments that the payer has not confirmed with the bank. */
export async function getUnconfirmedCents(db: Kysely<DB>, policyId: string): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select((query) => query.fn.coalesce(query.fn.sum<number>('amount_cents'), query.lit(0)).as('cents'))
    .where('policy_id', '=', policyId)
    .where('status', '=', 'processing')
    .where('is_unconfirmed', '=', true)
    .executeTakeFirstOrThrow()
  return Number(row.cents)
}

/**
 * Locks policy balances in a fixed order until the transaction ends, and returns them. Call it before any code that
 * relies on a balance or on payment rows.
 */
export async function lockBalances(trx: Transaction<DB>, policyIds: string[]): Promise<Map<string, PolicyBalance>> {
  const ids = [...new Set(policyIds)].sort()
  const lock = () =>
    executePrepared(
      trx,
      trx
        .selectFrom('policy_balances')
        .select(balanceColumns)
        .where('policy_id', '=', sql<string>`any(${ids}::uuid[])`)
        .orderBy('policy_id')
        .forUpdate(),
    )
  let rows = await lock()
  // A policy that was never invoiced has no balance row yet.
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

/** Same as `lockBalances`, for one policy. */
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
