import { sql } from 'kysely'
import { forbidden, notFound } from '../http/api-error.ts'
import { type Ctx, isInternal } from '../http/context.ts'
import { isId } from '../http/id.ts'
import { FileResponse } from '../http/response.ts'
import { visibleTo } from '../policy/visibility.ts'
import { ensureFile } from './document-file.ts'
import { getRestriction } from './restrictions.ts'

interface Wanted {
  policyId: string
  docKind: string
  state: string
  originalTransType: 'NB' | 'RN'
}

/**
 * Returns the file of a version. The link is an id and opens only documents of policies that the caller can see.
 * @throws {ApiError} 404 for any other link; 403 with the reason while the document is restricted
 */
export async function openDocument(ctx: Ctx, link: string): Promise<FileResponse> {
  if (!isId(link)) throw notFound({ link })
  const { rows } = await sql<Wanted>`
    select d.policy_id as "policyId", d.doc_kind as "docKind", p.state, p.original_trans_type as "originalTransType"
    from policy_doc_versions v join policy_docs d using (policy_doc_id) join policies p on p.policy_id = d.policy_id
    where v.policy_doc_ver_id = ${link} and ${visibleTo(ctx.actor)}`.execute(ctx.db)
  const wanted = rows[0]
  if (!wanted) throw notFound({ link })
  const papers = await sql<{ docKind: string; isSigned: boolean }>`
    select doc_kind as "docKind", not exists (select from policy_doc_signatures s
      where s.policy_doc_id = d.policy_doc_id and s.signed_at is null) as "isSigned"
    from policy_docs d where d.policy_id = ${wanted.policyId}`.execute(ctx.db)
  const restriction = getRestriction(wanted.docKind, wanted, papers.rows, isInternal(ctx.actor))
  if (restriction) throw forbidden(restriction)
  const file = await ensureFile(ctx, link)
  if (!file) throw notFound({ link, why: 'no file' })
  const isPdf = file.contentType === 'application/pdf'
  return new FileResponse(await ctx.providers.files.get(file.storageKey), {
    contentType: isPdf ? file.contentType : 'application/octet-stream',
    fileName: file.fileName,
    disposition: isPdf ? 'inline' : 'attachment',
  })
}
