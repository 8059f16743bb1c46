import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** SQL for the document type of the no-loss statement. */
export const noLossStatementTypeSql = '(select doc_type_id from document_types where for_reinstatement)'

/**
 * SQL condition that a no-loss statement was uploaded since the cancellation of a policy (DEL-21). The argument is the
 * alias of the table `policies`.
 */
export const noLossStatementCondition = (policy: string): string =>
  `exists (select from policy_docs d join policy_doc_versions v using (policy_doc_id)
    where d.policy_id = ${policy}.policy_id and d.doc_type_id = ${noLossStatementTypeSql} and v.is_upload
      and v.created_at >= ${policy}.cancelled_at)`

/** Returns whether a no-loss statement was uploaded since the cancellation of a policy (DEL-21). */
export const hasNoLossStatement = async (db: Kysely<DB>, policyId: string): Promise<boolean> =>
  (await db
    .selectFrom('policies as p')
    .select('p.policy_id')
    .where('p.policy_id', '=', policyId)
    .where(sql<boolean>`${sql.raw(noLossStatementCondition('p'))}`)
    .executeTakeFirst()) !== undefined
