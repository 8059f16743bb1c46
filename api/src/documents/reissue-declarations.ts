import { sql } from 'kysely'
import { getAccountId, getActorName, type TransactionContext } from '../http/context.ts'
import { getPrintedLienholders } from './document-data.ts'

/**
 * Stores the names of the current lienholders with all document versions that are not rendered yet. These versions then
 * show the old lienholders even after a change. Call it before changing the lienholders.
 */
export async function savePrintedLienholders({ db }: Pick<TransactionContext, 'db'>, policyId: string): Promise<void> {
  const printed = JSON.stringify(await getPrintedLienholders(db, policyId))
  await sql`update policy_doc_versions v set lienholders = ${printed}::jsonb from policy_docs d
    where d.policy_doc_id = v.policy_doc_id and d.policy_id = ${policyId}
      and v.file_id is null and v.lienholders is null`.execute(db)
}

/** Adds a new version of the declarations page as of a transaction. */
export async function reissueDeclarations(
  ctx: TransactionContext,
  policyId: string,
  transaction: { id: string; type: string },
): Promise<void> {
  const page = await ctx.db
    .selectFrom('policy_docs as d')
    .innerJoin('policy_doc_versions as v', 'v.policy_doc_id', 'd.policy_doc_id')
    .select(['d.policy_doc_id', 'd.doc_name'])
    .select((eb) => eb.fn.max('v.version').as('version'))
    .where('d.policy_id', '=', policyId)
    .where('d.doc_kind', '=', 'decPage')
    .groupBy(['d.policy_doc_id', 'd.doc_name'])
    .executeTakeFirst()
  if (!page) return
  await ctx.db
    .insertInto('policy_doc_versions')
    .values({
      policy_doc_id: page.policy_doc_id,
      version: page.version + 1,
      friendly_name: page.doc_name,
      policy_transaction_id: transaction.id,
      transaction_type: transaction.type,
      created_by_user_id: getAccountId(ctx.actor),
      created_by_user_name: getActorName(ctx.actor),
      created_at: ctx.now,
    })
    .execute()
}
