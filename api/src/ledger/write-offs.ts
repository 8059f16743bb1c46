import type { Kysely, Selectable, Transaction } from 'kysely'
import type { DB, WriteOff } from '../db/schema.ts'
import { buildWriteOffEntry } from './ledger.ts'
import { updatePolicyOverpayments } from './overpayment.ts'
import { type PaymentAuthor, postJournalEntry } from './store.ts'
import { updateObligations } from './update-obligations.ts'

export type WriteOffRow = Selectable<WriteOff>

/**
 * Writes off a small balance in cents: positive if owed, negative if in credit. The caller must lock the policy balance
 * and check that the write-off is allowed.
 */
export async function postWriteOff(
  trx: Transaction<DB>,
  input: { policyId: string; amountCents: number; reason: string; author: PaymentAuthor; now: Date },
): Promise<WriteOffRow> {
  const { policyId, amountCents, reason, author, now } = input
  const row = await trx
    .insertInto('write_offs')
    .values({ policy_id: policyId, amount_cents: amountCents, reason, created_by: author.name, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await postJournalEntry(trx, buildWriteOffEntry({ id: row.write_off_id, policyId, amountCents }), author.userId)
  await updateObligations(trx, policyId)
  await updatePolicyOverpayments(trx, policyId, author.name)
  return row
}

/** Reverses a write-off and restores the balance. Call `lockWriteOff` first. */
export async function reverseWriteOff(
  trx: Transaction<DB>,
  row: WriteOffRow,
  reversed: { reason: string; author: PaymentAuthor; now: Date },
): Promise<WriteOffRow> {
  const { write_off_id: id, policy_id: policyId, amount_cents: amountCents } = row
  const after = await trx
    .updateTable('write_offs')
    .set({ reversed_by: reversed.author.name, reversed_at: reversed.now, reversal_reason: reversed.reason })
    .where('write_off_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await postJournalEntry(trx, buildWriteOffEntry({ id, policyId, amountCents }, true), reversed.author.userId)
  await updateObligations(trx, policyId)
  await updatePolicyOverpayments(trx, policyId, reversed.author.name)
  return after
}

/** Locks a write-off until the transaction ends. Lock its policy first. */
export const lockWriteOff = (trx: Transaction<DB>, writeOffId: string): Promise<WriteOffRow | undefined> =>
  trx.selectFrom('write_offs').selectAll().where('write_off_id', '=', writeOffId).forUpdate().executeTakeFirst()

/** Returns a policy's write-offs, newest first. */
export const getWriteOffs = (db: Kysely<DB>, policyId: string): Promise<WriteOffRow[]> =>
  db
    .selectFrom('write_offs')
    .selectAll()
    .where('policy_id', '=', policyId)
    .orderBy('created_at', 'desc')
    .orderBy('write_off_id')
    .execute()
