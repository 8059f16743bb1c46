import { sql } from 'kysely'
import { createForbiddenError, createNotFoundError } from '../http/api-error.ts'
import { type Ctx, isInternal } from '../http/context.ts'
import { isId } from '../http/id.ts'
import { FileResponse } from '../http/response.ts'
import { createVisibilityCondition } from '../policy/visibility.ts'
import { ensureDocumentFile } from './document-file.ts'
import { getRestrictionMessage } from './restrictions.ts'

interface Wanted {
  policyId: string
  docKind: string
  state: string
  originalTransType: 'NB' | 'RN'
}

/**
 * Returns the file of a document version. The link is the version's id.
 * @throws {ApiError} 404 if the link is invalid or the caller cannot see the policy; 403 with the reason while the
 * document is restricted
 */
export async function openDocument(ctx: Ctx, link: string): Promise<FileResponse> {
  if (!isId(link)) throw createNotFoundError({ link })
  const { rows } = await sql<Wanted>`
    select d.policy_id as "policyId", d.doc_kind as "docKind", p.state, p.original_trans_type as "originalTransType"
    from policy_doc_versions v join policy_docs d using (policy_doc_id) join policies p on p.policy_id = d.policy_id
    where v.policy_doc_ver_id = ${link} and ${createVisibilityCondition(ctx.actor)}`.execute(ctx.db)
  const wanted = rows[0]
  if (!wanted) throw createNotFoundError({ link })
  const papers = await sql<{ docKind: string; isSigned: boolean }>`
    select doc_kind as "docKind", not exists (select from policy_doc_signatures s
      where s.policy_doc_id = d.policy_doc_id and s.signed_at is null) as "isSigned"
    from policy_docs d where d.policy_id = ${wanted.policyId}`.execute(ctx.db)
  const restriction = getRestrictionMessage(wanted.docKind, wanted, papers.rows, isInternal(ctx.actor))
  if (restriction) throw createForbiddenError(restriction)
  const file = await ensureDocumentFile(ctx, link)
  if (!file) throw createNotFoundError({ link, why: 'no file' })
  const isPdf = file.contentType === 'application/pdf'
  return new FileResponse(await ctx.providers.files.get(file.storageKey), {
    contentType: isPdf ? file.contentType : 'application/octet-stream',
    fileName: file.fileName,
    disposition: isPdf ? 'inline' : 'attachment',
  })
}
