import type { AgencyDocument } from '@tideline/sdk/types'
import { type Kysely, sql } from 'kysely'
import { assertOwnAgency } from '../agencies/update-agency.ts'
import { requireVisibleAgency } from '../agencies/visibility.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getAccountId, getActorName, type TransactionContext } from '../http/context.ts'
import { requireFileKind } from '../http/file-kind.ts'
import type { ReceivedFile } from '../http/receive-files.ts'
import { FileResponse } from '../http/response.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { recordStoredFile } from './document-file.ts'
import { normalizeFileName } from './upload-documents.ts'

interface DocumentRow {
  name: string
  doc_type_id: number
  created_at: Date
  created_by_user_name: string
  content_type: string
  storage_key: string
}

/**
 * Returns the link of an agency document, which contains the agency number. Only callers with access to the agency can
 * open it.
 */
export const getAgencyDocumentLink = (agencyNo: string, name: string) => `agencies/${agencyNo}/${name}`
const linkParts = /^agencies\/(\d{4,10})\/([^/]+)$/

/** Reduces a file name to letters, digits, dots, dashes and underscores. The first character is a letter or digit. */
const documentName = (fileName: string) =>
  normalizeFileName(fileName)
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^[^A-Za-z0-9]+/, '') || 'document'

const toAgencyDocumentResponse = (agencyNo: string, row: DocumentRow): AgencyDocument => ({
  documentName: row.name,
  docTypeId: row.doc_type_id,
  link: getAgencyDocumentLink(agencyNo, row.name),
  createdAt: row.created_at.toISOString(),
  createdByUserName: row.created_by_user_name,
})

async function getRows(db: Kysely<DB>, agencyId: string): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select d.*, f.storage_key from agency_documents d join files f using (file_id)
    where d.agency_id = ${agencyId} order by d.created_at desc, d.name limit 1000`.execute(db)
  return rows
}

/**
 * Lists an agency's documents, newest first. Throws 404 if the agency does not exist or is not visible to the caller.
 */
export async function listAgencyDocuments(ctx: Ctx, agencyNo: string): Promise<AgencyDocument[]> {
  const rows = await getRows(ctx.db, await requireVisibleAgency(ctx, agencyNo))
  return rows.map((row) => toAgencyDocumentResponse(agencyNo, row))
}

/**
 * Checks that the caller may change an agency's documents and returns the agency id.
 * @throws {ApiError} 404 if the agency is not visible to the caller; 403 for agents of a parent agency
 */
export async function assertCanChangeDocuments(ctx: Ctx, agencyNo: string): Promise<string> {
  const agencyId = await requireVisibleAgency(ctx, agencyNo)
  assertOwnAgency(ctx, agencyId)
  return agencyId
}

/**
 * Stores a file for an agency.
 * @throws {ApiError} 404 if the agency is not visible to the caller; 403 if the caller may not change its documents;
 * 409 if the name is taken; 415 if the file type is not accepted; 422 if the file is empty
 */
export async function uploadAgencyDocument(
  ctx: Ctx,
  agencyNo: string,
  docTypeId: number,
  file: ReceivedFile,
): Promise<AgencyDocument> {
  if (file.size === 0) throw createUnprocessableError('empty_file', 'file: the file is empty.', 'file')
  const { mediaType } = await requireFileKind(file, 'file')
  const name = documentName(file.name)
  const content = await ctx.providers.files.put(file, mediaType)
  return runInTransaction(ctx, async (ctx) => {
    const agencyId = await assertCanChangeDocuments(ctx, agencyNo)
    const stored = await recordStoredFile(ctx.db, content)
    // If two uploads with the same name arrive at the same time, the unique index accepts one.
    const kept = await ctx.db
      .insertInto('agency_documents')
      .values({
        ...{ agency_id: agencyId, file_id: stored.fileId, name, doc_type_id: docTypeId, content_type: mediaType },
        ...{ created_by: getAccountId(ctx.actor), created_by_user_name: getActorName(ctx.actor), created_at: ctx.now },
      })
      .onConflict((taken) => taken.doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!kept) throw createConflictError('already_uploaded', 'The specified blob already exists.')
    await writeAuditEntry(ctx, {
      action: 'agencyDocument.upload',
      entity: 'agencyDocument',
      entityId: getAgencyDocumentLink(agencyNo, name),
      details: { docTypeId, sha256: stored.sha256 },
    })
    const row = (await getRows(ctx.db, agencyId)).find((one) => one.name === name)
    if (!row) throw createNotFoundError({ name })
    return toAgencyDocumentResponse(agencyNo, row)
  })
}

/**
 * Returns an agency document as a download so that browsers never display it inline.
 * @throws {ApiError} 404 if the document does not exist or its agency is not visible to the caller
 */
export async function openAgencyDocument(ctx: Ctx, link: string): Promise<FileResponse> {
  const [, agencyNo = '', name] = linkParts.exec(link) ?? []
  const rows = await getRows(ctx.db, await requireVisibleAgency(ctx, agencyNo))
  const row = rows.find((one) => one.name === name)
  if (!row) throw createNotFoundError({ link })
  return new FileResponse(await ctx.providers.files.get(row.storage_key), {
    contentType: 'application/octet-stream',
    fileName: row.name,
    disposition: 'attachment',
  })
}

/** Stores a document that the agency signed and returns its name. Signed documents cannot be deleted. */
export async function saveSignedDocument(
  ctx: TransactionContext,
  agency: { agencyId: string; agencyNo: string },
  paper: { name: string; docTypeId: number; fileId: string; sha256: string },
): Promise<string> {
  // Appends a number if the agency already has a document with this name.
  for (let copy = 1; ; copy++) {
    const name = `${paper.name}${copy === 1 ? '' : `-${copy}`}.pdf`
    const kept = await ctx.db
      .insertInto('agency_documents')
      .values({
        ...{ agency_id: agency.agencyId, file_id: paper.fileId, name, doc_type_id: paper.docTypeId },
        ...{ content_type: 'application/pdf', is_signed: true, created_at: ctx.now },
        ...{ created_by: getAccountId(ctx.actor), created_by_user_name: getActorName(ctx.actor) },
      })
      .onConflict((taken) => taken.doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!kept) continue
    await writeAuditEntry(ctx, {
      action: 'agencyDocument.sign',
      entity: 'agencyDocument',
      entityId: getAgencyDocumentLink(agency.agencyNo, name),
      details: { docTypeId: paper.docTypeId, sha256: paper.sha256 },
    })
    return name
  }
}

/**
 * Permanently deletes an agency document.
 * @throws {ApiError} 404 if the document does not exist; 403 if the caller may not change the agency's documents; 409
 * if the document is signed
 */
export const deleteAgencyDocument = (ctx: Ctx, agencyNo: string, name: string): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const agencyId = await assertCanChangeDocuments(ctx, agencyNo)
    const deleted = await ctx.db
      .deleteFrom('agency_documents')
      .where('agency_id', '=', agencyId)
      .where('name', '=', name)
      .where('is_signed', '=', false)
      .returning('doc_type_id')
      .executeTakeFirst()
    if (!deleted) {
      const rows = await getRows(ctx.db, agencyId)
      if (rows.some((row) => row.name === name))
        throw createConflictError('already_signed', 'A signed document cannot be deleted.')
      throw createNotFoundError({ name })
    }
    await writeAuditEntry(ctx, {
      action: 'agencyDocument.delete',
      entity: 'agencyDocument',
      entityId: getAgencyDocumentLink(agencyNo, name),
      details: { docTypeId: deleted.doc_type_id },
    })
  })
