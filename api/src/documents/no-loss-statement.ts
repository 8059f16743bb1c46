import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Document type of a signed no-loss statement. */
export const noLossStatementType = 22

/** Returns whether a no-loss statement was uploaded to a policy since a time, for example its cancellation (DEL-21). */
export const hasNoLossStatement = async (db: Kysely<DB>, policyId: string, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('policy_docs as d')
    .innerJoin('policy_doc_versions as v', 'v.policy_doc_id', 'd.policy_doc_id')
    .select('v.policy_doc_ver_id')
    .where('d.policy_id', '=', policyId)
    .where('d.doc_type_id', '=', noLossStatementType)
    .where('v.is_upload', '=', true)
    .where('v.created_at', '>=', since)
    .executeTakeFirst()) !== undefined
