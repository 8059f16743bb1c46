import { type Insertable, sql, type Transaction } from 'kysely'
import { type PolicyCopy, policyCopiesSql } from '../db/policy-copies-sql.ts'
import type { DB, Lienholder } from '../db/schema.ts'

/** A lienholder to save. The id is set only to update an existing row. */
export interface NewLienholder
  extends Omit<Insertable<Lienholder>, 'lienholder_id' | 'policy_id' | 'position' | 'created_at' | 'updated_at'> {
  lienholderId: string | undefined
}

/**
 * Replaces the policy's lienholders with the given list, in its order. Lienholders that are not in the list are
 * deleted.
 */
export async function replaceLienholders(
  trx: Transaction<DB>,
  policyId: string,
  list: readonly NewLienholder[],
): Promise<void> {
  const kept = list.flatMap(({ lienholderId }) => (lienholderId ? [lienholderId] : []))
  await trx
    .deleteFrom('lienholders')
    .where('policy_id', '=', policyId)
    .$if(kept.length > 0, (query) => query.where('lienholder_id', 'not in', kept))
    .execute()
  for (const [index, { lienholderId, ...columns }] of list.entries()) {
    const row = { ...columns, position: index + 1 }
    if (lienholderId)
      await trx
        .updateTable('lienholders')
        .set(row)
        .where('lienholder_id', '=', lienholderId)
        .where('policy_id', '=', policyId)
        .execute()
    else
      await trx
        .insertInto('lienholders')
        .values({ ...row, policy_id: policyId })
        .execute()
  }
}

/** Copies the lienholders of policies to other policies. */
export const copyLienholders = (trx: Transaction<DB>, copies: readonly PolicyCopy[]) =>
  sql`insert into lienholders
      (policy_id, position, name1, name2, mortgage_clause, addr1, addr2, city, state, zip, reference)
    select copy.to_id, position, name1, name2, mortgage_clause, addr1, addr2, city, state, zip, reference
    from ${policyCopiesSql(copies)} join lienholders l on l.policy_id = copy.from_id`.execute(trx)
