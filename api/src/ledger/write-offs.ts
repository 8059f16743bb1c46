import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DB, WriteOff } from '../db/schema.ts'
import { buildWriteOffEntry } from './ledger.ts'
import type { PolicyMoney } from './obligations.ts'
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

const getOpenDebtWriteOffs = (db: Kysely<DB>, policyId: string) =>
  db
    .selectFrom('write_offs')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where('reversed_at', 'is', null)
    .where('amount_cents', '>', 0)
    .orderBy('created_at', 'desc')
    .orderBy('write_off_id')

/** Returns the debt of a policy that was written off and never paid, in cents. */
export const getWrittenOffDebtCents = async (db: Kysely<DB>, policyId: string): Promise<number> =>
  (await getOpenDebtWriteOffs(db, policyId).execute()).reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/**
 * Pays written-off debt from return premium before it becomes refundable (BIL-10). Reverses the write-offs, newest
 * first, and writes off again what the return premium does not cover. Call it after posting the return premium and
 * before `applyPolicyMoney`, with the policy locked. Returns false if there is nothing to pay.
 */
export async function recoverWriteOffs(
  trx: Transaction<DB>,
  policyId: string,
  returnedCents: number,
  { dueCents, writtenOffCents }: Pick<PolicyMoney, 'dueCents' | 'writtenOffCents'>,
): Promise<boolean> {
  let leftCents = Math.min(returnedCents, -dueCents)
  if (leftCents <= 0 || writtenOffCents === 0) return false
  for (const row of await getOpenDebtWriteOffs(trx, policyId).forUpdate().execute()) {
    if (leftCents <= 0) break
    const { write_off_id: id, amount_cents: amountCents } = row
    await trx
      .updateTable('write_offs')
      .set({ reversed_by: 'Tideline', reversed_at: sql`acting_at()`, reversal_reason: 'Paid by return premium' })
      .where('write_off_id', '=', id)
      .execute()
    await postJournalEntry(trx, buildWriteOffEntry({ id, policyId, amountCents }, true))
    const unpaidCents = amountCents - leftCents
    if (unpaidCents > 0) {
      const again = await trx
        .insertInto('write_offs')
        .values({ policy_id: policyId, amount_cents: unpaidCents, reason: row.reason, created_by: row.created_by })
        .returning('write_off_id as id')
        .executeTakeFirstOrThrow()
      await postJournalEntry(trx, buildWriteOffEntry({ ...again, policyId, amountCents: unpaidCents }))
    }
    leftCents -= amountCents
  }
  return true
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
