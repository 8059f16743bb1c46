import type { Kysely, Selectable, Transaction } from 'kysely'
import type { DB, WriteOff } from '../db/schema.ts'
import { writeOffEntry } from './ledger.ts'
import { reduceOverpayments } from './overpayment.ts'
import { type Author, post } from './store.ts'

export type WriteOffRow = Selectable<WriteOff>

/**
 * Writes a small balance off, in cents: above zero what is owed, below zero what is credit. Whether it may be is asked before,
 * with the policy's money locked.
 */
export async function writeOff(
  trx: Transaction<DB>,
  wish: { policyId: string; amountCents: number; reason: string; author: Author; now: Date },
): Promise<WriteOffRow> {
  const { policyId, amountCents, reason, author, now } = wish
  const row = await trx
    .insertInto('write_offs')
    .values({ policy_id: policyId, amount_cents: amountCents, reason, created_by: author.name, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await post(trx, writeOffEntry({ id: row.write_off_id, policyId, amountCents }), author.userId)
  await reduceOverpayments(trx, policyId, author.name)
  return row
}

/** Takes a write-off back: the balance is what it was without it. Lock it first, by `lockWriteOff`. */
export async function reverseWriteOff(
  trx: Transaction<DB>,
  row: WriteOffRow,
  reversed: { reason: string; author: Author; now: Date },
): Promise<WriteOffRow> {
  const { write_off_id: id, policy_id: policyId, amount_cents: amountCents } = row
  const after = await trx
    .updateTable('write_offs')
    .set({ reversed_by: reversed.author.name, reversed_at: reversed.now, reversal_reason: reversed.reason })
    .where('write_off_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await post(trx, writeOffEntry({ id, policyId, amountCents }, true), reversed.author.userId)
  await reduceOverpayments(trx, policyId, reversed.author.name)
  return after
}

/** A write-off as it stands until the transaction ends. Lock its policy first. */
export const lockWriteOff = (trx: Transaction<DB>, writeOffId: string): Promise<WriteOffRow | undefined> =>
  trx.selectFrom('write_offs').selectAll().where('write_off_id', '=', writeOffId).forUpdate().executeTakeFirst()

/** The write-offs of a policy, the newest first. */
export const getWriteOffs = (db: Kysely<DB>, policyId: string): Promise<WriteOffRow[]> =>
  db
    .selectFrom('write_offs')
    .selectAll()
    .where('policy_id', '=', policyId)
    .orderBy('created_at', 'desc')
    .orderBy('write_off_id')
    .execute()
