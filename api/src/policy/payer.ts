import type { Kysely, Transaction } from 'kysely'
import { insuredPays, lenderPays } from '../catalog/payers.ts'
import { executePrepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import { changeInvoicePayer } from '../ledger/invoices.ts'

/** Returns the term's first transaction by posting date. It determines who is billed for the whole term (POL-11). */
async function findFirstTransaction(db: Kysely<DB>, policyId: string) {
  const [first] = await executePrepared(
    db,
    db
      .selectFrom('policy_transactions')
      .select(['policy_transaction_id', 'bill_initially'])
      .where('policy_id', '=', policyId)
      .orderBy('post_date')
      .orderBy('sequence')
      .limit(1),
  )
  if (!first) throw new Error(`Policy ${policyId} has no transaction`)
  return first
}

/**
 * Returns who is billed for a policy, based on its first transaction. Later transactions only store who was billed when
 * they were posted.
 */
export const getPayer = async (db: Kysely<DB>, policyId: string): Promise<string> =>
  (await findFirstTransaction(db, policyId)).bill_initially

/** Returns whether the first mortgagee is billed for a policy. */
export const isBilledToLender = async (db: Kysely<DB>, policyId: string): Promise<boolean> =>
  (await getPayer(db, policyId)) === lenderPays

/** Returns the first mortgagee if it has a loan number, which is required for an invoice. */
export async function findBillableLender(
  db: Kysely<DB>,
  policyId: string,
): Promise<{ name: string; loanNumber: string } | undefined> {
  const row = await db
    .selectFrom('lienholders')
    .select(['name1', 'reference'])
    .where('policy_id', '=', policyId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row?.reference ? { name: row.name1, loanNumber: row.reference } : undefined
}

/** SQL condition: the first mortgagee of `policies p` is billed. Used by the confirmation query. */
export const billedToLenderSql = `(select first.bill_initially = '${lenderPays}' from policy_transactions first
      where first.policy_id = p.policy_id order by first.post_date, first.sequence limit 1)`

/** SQL condition: `findBillableLender` returns a mortgagee for `policies p`. Used by the confirmation query. */
export const lenderCondition = `exists (select from lienholders l where l.policy_id = p.policy_id and l.reference <> ''
      and l.position = (select min(position) from lienholders where policy_id = p.policy_id))`

/**
 * Changes who is billed from now on: the insured, or the first mortgagee. Also changes existing invoices.
 * @param earliestDueDate see `changeInvoicePayer`
 */
export async function changePayer(
  trx: Transaction<DB>,
  policyId: string,
  payer: 'insured' | 'lienholder',
  earliestDueDate?: string,
): Promise<void> {
  const first = await findFirstTransaction(trx, policyId)
  await trx
    .updateTable('policy_transactions')
    .set({ bill_initially: payer === 'lienholder' ? lenderPays : insuredPays })
    .where('policy_transaction_id', '=', first.policy_transaction_id)
    .execute()
  await changeInvoicePayer(trx, policyId, payer, earliestDueDate)
}
