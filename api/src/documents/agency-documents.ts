import type { AgencyDocument } from '@tideline/sdk/types'
import { type Kysely, sql } from 'kysely'
import { requireOwn } from '../agencies/update-agency.ts'
import { requireVisible } from '../agencies/visible.ts'
import { writeAudit } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { conflict, notFound, rejected } from '../http/api-error.ts'
import { type Ctx, getAccountId, getName, type TransactionContext } from '../http/context.ts'
import { requireKind } from '../http/file-kind.ts'
import { inTransaction } from '../http/in-transaction.ts'
import type { ReceivedFile } from '../http/receive-files.ts'
import { FileResponse } from '../http/response.ts'
import { recordFile } from './document-file.ts'
import { storedName } from './upload-documents.ts'

interface DocumentRow {
  name: string
  doc_type_id: number
  created_at: Date
  created_by_user_name: string
  content_type: string
  storage_key: string
}

/** A key of ours that says whose document it is; who asks with it has to see that agency. */
export const getLink = (agencyNo: string, name: string) => `agencies/${agencyNo}/${name}`
const linkParts = /^agencies\/(\d{4,10})\/([^/]+)$/

/** A file's name as links and lists have it: letters, digits, dots, dashes; it begins with a letter or a digit. */
const documentName = (fileName: string) =>
  storedName(fileName)
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^[^A-Za-z0-9]+/, '') || 'document'

const presentAgencyDocument = (agencyNo: string, row: DocumentRow): AgencyDocument => ({
  documentName: row.name,
  docTypeId: row.doc_type_id,
  link: getLink(agencyNo, row.name),
  createdAt: row.created_at.toISOString(),
  createdByUserName: row.created_by_user_name,
})

async function getRows(db: Kysely<DB>, agencyId: string): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select d.*, f.storage_key from agency_documents d join files f using (file_id)
    where d.agency_id = ${agencyId} order by d.created_at desc, d.name limit 1000`.execute(db)
  return rows
}

/** The documents of an agency, newest first. Throws 404, also for an agency that the caller does not see. */
export async function listAgencyDocuments(ctx: Ctx, agencyNo: string): Promise<AgencyDocument[]> {
  const rows = await getRows(ctx.db, await requireVisible(ctx, agencyNo))
  return rows.map((row) => presentAgencyDocument(agencyNo, row))
}

/** Refuses who may not change the documents of an agency: 404, and 403 for agents of one above it. */
export async function assertCanUpload(ctx: Ctx, agencyNo: string): Promise<string> {
  const agencyId = await requireVisible(ctx, agencyNo)
  requireOwn(ctx, agencyId)
  return agencyId
}

/** Keeps a file for an agency. Throws 404, 403, 409 for a name that is taken, 415, 422 for an empty file. */
export async function uploadAgencyDocument(
  ctx: Ctx,
  agencyNo: string,
  docTypeId: number,
  file: ReceivedFile,
): Promise<AgencyDocument> {
  if (file.size === 0) throw rejected('empty_file', 'file: the file is empty.', 'file')
  const { mediaType } = await requireKind(file, 'file')
  const name = documentName(file.name)
  const content = await ctx.providers.files.put(file, mediaType)
  return inTransaction(ctx, async (ctx) => {
    const agencyId = await assertCanUpload(ctx, agencyNo)
    const stored = await recordFile(ctx.db, content)
    // The index decides when two bring the same name at once.
    const kept = await ctx.db
      .insertInto('agency_documents')
      .values({
        ...{ agency_id: agencyId, file_id: stored.fileId, name, doc_type_id: docTypeId, content_type: mediaType },
        ...{ created_by: getAccountId(ctx.actor), created_by_user_name: getName(ctx.actor), created_at: ctx.now },
      })
      .onConflict((taken) => taken.doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!kept) throw conflict('already_uploaded', 'The specified blob already exists.')
    await writeAudit(ctx, {
      action: 'agencyDocument.upload',
      entity: 'agencyDocument',
      entityId: getLink(agencyNo, name),
      details: { docTypeId, sha256: stored.sha256 },
    })
    const row = (await getRows(ctx.db, agencyId)).find((one) => one.name === name)
    if (!row) throw notFound({ name })
    return presentAgencyDocument(agencyNo, row)
  })
}

/** A document by its link, always to be saved and never shown in place. Throws 404, also for another agency's. */
export async function openAgencyDocument(ctx: Ctx, link: string): Promise<FileResponse> {
  const [, agencyNo = '', name] = linkParts.exec(link) ?? []
  const rows = await getRows(ctx.db, await requireVisible(ctx, agencyNo))
  const row = rows.find((one) => one.name === name)
  if (!row) throw notFound({ link })
  return new FileResponse(await ctx.providers.files.get(row.storage_key), {
    contentType: 'application/octet-stream',
    fileName: row.name,
    disposition: 'attachment',
  })
}

/** Keeps a paper that the agency has signed here; it is not taken away again. Gives its name. */
export async function saveSignedDocument(
  ctx: TransactionContext,
  agency: { agencyId: string; agencyNo: string },
  paper: { name: string; docTypeId: number; fileId: string; sha256: string },
): Promise<string> {
  // A name that the agency has used for a file of its own goes on with a number.
  for (let copy = 1; ; copy++) {
    const name = `${paper.name}${copy === 1 ? '' : `-${copy}`}.pdf`
    const kept = await ctx.db
      .insertInto('agency_documents')
      .values({
        ...{ agency_id: agency.agencyId, file_id: paper.fileId, name, doc_type_id: paper.docTypeId },
        ...{ content_type: 'application/pdf', is_signed: true, created_at: ctx.now },
        ...{ created_by: getAccountId(ctx.actor), created_by_user_name: getName(ctx.actor) },
      })
      .onConflict((taken) => taken.doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!kept) continue
    await writeAudit(ctx, {
      action: 'agencyDocument.sign',
      entity: 'agencyDocument',
      entityId: getLink(agency.agencyNo, name),
      details: { docTypeId: paper.docTypeId, sha256: paper.sha256 },
    })
    return name
  }
}

/** Takes a document of an agency away; it cannot be brought back. Throws 404, 403, and 409 for a paper that was signed. */
export const deleteAgencyDocument = (ctx: Ctx, agencyNo: string, name: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const agencyId = await assertCanUpload(ctx, agencyNo)
    const gone = await ctx.db
      .deleteFrom('agency_documents')
      .where('agency_id', '=', agencyId)
      .where('name', '=', name)
      .where('is_signed', '=', false)
      .returning('doc_type_id')
      .executeTakeFirst()
    if (!gone) {
      const rows = await getRows(ctx.db, agencyId)
      if (rows.some((row) => row.name === name))
        throw conflict('already_signed', 'A signed document cannot be deleted.')
      throw notFound({ name })
    }
    await writeAudit(ctx, {
      action: 'agencyDocument.delete',
      entity: 'agencyDocument',
      entityId: getLink(agencyNo, name),
      details: { docTypeId: gone.doc_type_id },
    })
  })
