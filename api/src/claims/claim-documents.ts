import { type Kysely, sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { recordStoredFile } from '../documents/document-file.ts'
import { normalizeFileName } from '../documents/upload-documents.ts'
import type { Operations } from '../generated/operations.ts'
import {
  createConflictError,
  createForbiddenError,
  createNotFoundError,
  createUnprocessableError,
} from '../http/api-error.ts'
import { type Ctx, getActorName } from '../http/context.ts'
import { requireFileKind } from '../http/file-kind.ts'
import type { OperationInput } from '../http/operation.ts'
import { FileResponse } from '../http/response.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { getNoteAgencyNumber } from '../notes/note.ts'
import { isCreatedByOwnAgency } from './claim.ts'
import { lockClaim, requireClaim } from './store.ts'

type ClaimDocument = Operations['listClaimDocuments']['response']['payload'][number]
type Upload = OperationInput<'uploadClaimDocument'>['body']

interface DocumentRow {
  claim_document_id: string
  file_name: string
  document_type: NonNullable<ClaimDocument['documentType']>
  content_type: string
  size_bytes: number
  storage_key: string
  created_at: Date
  created_by_user_name: string
  created_by_agency_no: string | null
  has_location: boolean
}

const toClaimDocumentResponse = (row: DocumentRow): ClaimDocument => ({
  id: row.claim_document_id,
  fileName: row.file_name,
  documentType: row.document_type,
  contentType: row.content_type,
  size: row.size_bytes,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_user_name,
  hasLocation: row.has_location,
})

async function documentRows(db: Kysely<DB>, claimId: string): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select d.*, f.size_bytes, f.storage_key from claim_documents d join files f using (file_id)
    where d.claim_id = ${claimId} and d.deleted_at is null order by d.created_at desc, d.claim_document_id`.execute(db)
  return rows
}

async function requireDocument(db: Kysely<DB>, claimId: string, documentId: string): Promise<DocumentRow> {
  const row = (await documentRows(db, claimId)).find((one) => one.claim_document_id === documentId)
  if (!row) throw createNotFoundError({ documentId })
  return row
}

/** Returns the documents of a claim, newest first. */
export const getClaimDocuments = async (db: Kysely<DB>, claimId: string) =>
  (await documentRows(db, claimId)).map(toClaimDocumentResponse)

/**
 * Adds a file to a claim.
 * @throws {ApiError} 404 if the claim does not exist; 409 if it already has a file with this name; 415 if the detected
 * file type is not accepted; 422 if the file is empty
 */
export async function uploadClaimDocument(ctx: Ctx, claimId: string, upload: Upload): Promise<ClaimDocument> {
  const { file } = upload
  if (file.size === 0) throw createUnprocessableError('empty_file', 'file: the file is empty.', 'file')
  const { mediaType } = await requireFileKind(file, 'file')
  const fileName = normalizeFileName(upload.friendlyName ?? file.name) || 'document'
  const content = await ctx.providers.files.put(file, mediaType)
  return runInTransaction(ctx, async (ctx) => {
    const claim = await lockClaim(ctx.db, ctx.actor, claimId)
    const known = await documentRows(ctx.db, claimId)
    if (known.some((one) => one.file_name.toLowerCase() === fileName.toLowerCase()))
      throw createConflictError('already_uploaded', 'This document has already been uploaded to the claim.')
    const createdBy = getActorName(ctx.actor)
    const stored = await recordStoredFile(ctx.db, content)
    const { id } = await ctx.db
      .insertInto('claim_documents')
      .values({
        claim_id: claimId,
        file_id: stored.fileId,
        file_name: fileName,
        content_type: mediaType,
        document_type: upload.documentType ?? 'other',
        created_by_user_name: createdBy,
        created_by_agency_no: getNoteAgencyNumber(ctx.actor),
        created_at: ctx.now,
      })
      .returning('claim_document_id as id')
      .executeTakeFirstOrThrow()
    await writeAuditEntry(ctx, {
      action: 'claimDocument.upload',
      entity: 'claimDocument',
      entityId: id,
      policyId: claim.policy_id,
      details: { fileName, sha256: stored.sha256 },
    })
    return toClaimDocumentResponse(await requireDocument(ctx.db, claimId, id))
  })
}

/** Returns a claim document as a download. Browsers never display the file inline. Throws 404. */
export async function openClaimDocument(ctx: Ctx, claimId: string, documentId: string): Promise<FileResponse> {
  await requireClaim(ctx.db, ctx.actor, claimId)
  const row = await requireDocument(ctx.db, claimId, documentId)
  return new FileResponse(await ctx.providers.files.get(row.storage_key), {
    contentType: 'application/octet-stream',
    fileName: row.file_name,
    disposition: 'attachment',
  })
}

/**
 * Deletes a claim document. Agents may delete only files of their own agency.
 *
 * @throws {ApiError} 404 if the document does not exist; 403 if it belongs to another agency
 */
export const deleteClaimDocument = (ctx: Ctx, claimId: string, documentId: string): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const claim = await lockClaim(ctx.db, ctx.actor, claimId)
    const row = await requireDocument(ctx.db, claimId, documentId)
    if (ctx.actor.kind !== 'staff' && !isCreatedByOwnAgency(ctx.actor, row.created_by_agency_no))
      throw createForbiddenError('Agents can delete only files that their own agency uploaded.')
    await ctx.db
      .updateTable('claim_documents')
      .set({ deleted_at: ctx.now })
      .where('claim_document_id', '=', documentId)
      .execute()
    await writeAuditEntry(ctx, {
      action: 'claimDocument.delete',
      entity: 'claimDocument',
      entityId: documentId,
      policyId: claim.policy_id,
      details: { fileName: row.file_name },
    })
  })
