import { sql } from 'kysely'
import { pipelined } from '../db/pipeline.ts'
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
  await sql`${pipelined}
    insert into policy_doc_versions (policy_doc_id, version, friendly_name, policy_transaction_id, transaction_type,
      created_by_user_id, created_by_user_name, created_at)
    select d.policy_doc_id, max(v.version) + 1, d.doc_name, ${transaction.id}, ${transaction.type},
      ${getAccountId(ctx.actor)}, ${getActorName(ctx.actor)}, ${ctx.now}
    from policy_docs d join policy_doc_versions v using (policy_doc_id)
    where d.policy_id = ${policyId} and d.doc_kind = 'decPage'
    group by d.policy_doc_id, d.doc_name limit 1`.execute(ctx.db)
}
