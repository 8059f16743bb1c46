import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError, createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { changePolicy } from '../policy/change-policy.ts'

/**
 * Deletes a version of an uploaded document. If it is the last version, deletes the document. The audit log keeps the
 * name and hash. The file is kept while other uploads use it. Staff only (DOC-5).
 * @throws {ApiError} 404 if the version does not exist; 409 if Tideline generated the document
 */
export const deleteDocumentVersion = (ctx: Ctx, policyNo: string, policyDocId: string, policyDocVerId: string) =>
  changePolicy(ctx, policyNo, 'deleteDocuments', async (ctx, policy) => {
    const version = await ctx.db
      .selectFrom('policy_doc_versions as v')
      .innerJoin('policy_docs as d', 'd.policy_doc_id', 'v.policy_doc_id')
      .select(['v.is_upload', 'v.sha256', 'd.doc_name', 'd.doc_type_id'])
      .where('v.policy_doc_ver_id', '=', policyDocVerId)
      .where('d.policy_doc_id', '=', policyDocId)
      .where('d.policy_id', '=', policy.policyId)
      .executeTakeFirst()
    if (!version) throw createNotFoundError({ policyDocVerId })
    if (!version.is_upload) throw createConflictError('not_an_upload', 'Only uploaded documents can be deleted.')
    await ctx.db.deleteFrom('policy_doc_versions').where('policy_doc_ver_id', '=', policyDocVerId).execute()
    await ctx.db
      .deleteFrom('policy_docs')
      .where('policy_doc_id', '=', policyDocId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('policy_doc_versions as v').where('v.policy_doc_id', '=', policyDocId))),
      )
      .execute()
    await writeAuditEntry(ctx, {
      action: 'document.delete',
      entity: 'policyDocVersion',
      entityId: policyDocVerId,
      policyId: policy.policyId,
      details: { docName: version.doc_name, docType: version.doc_type_id, sha256: version.sha256 },
    })
  })
