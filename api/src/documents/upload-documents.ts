import type { Transaction } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { scheduleCancellationReview } from '../cancellation-watch/schedule-review.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { createConflictError, createForbiddenError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getActorName, isInternal, type TransactionContext } from '../http/context.ts'
import { type FileKind, requireFileKind } from '../http/file-kind.ts'
import type { ReceivedFile } from '../http/receive-files.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { notPendingCancelRule } from '../policy/can/shared-rules.ts'
import { changePolicy, checkPolicyAction } from '../policy/change-policy.ts'
import type { Policy } from '../policy/visibility.ts'
import type { StoredFile } from '../providers/files/stored-file.ts'
import { recordStoredFile } from './document-file.ts'
import { type CertificateReading, elevationCertificateType } from './elevation-certificate.ts'
import { readElevationCertificate } from './read-certificate.ts'
import { getUploadDocumentTypes } from './upload-types.ts'

type Uploaded = Operations['uploadDocuments']['response']['payload'][number]

/** Maximum length of a document name, defined by the contract. */
const maxNameLength = 200

interface Upload {
  docName: string
  fileName: string
  kind: FileKind
  file: ReceivedFile
  reading: CertificateReading | undefined
  stored: StoredFile
}

/**
 * Normalizes a file name (DOC-2): replaces spaces with underscores and removes characters that file systems or headers
 * do not allow.
 */
export const normalizeFileName = (fileName: string): string =>
  fileName
    .trim()
    .replace(/\s+/g, '_')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters on purpose
    .replace(/[\x00-\x1f\\/]/g, '')
    .slice(-maxNameLength)

async function getUpload([part, file]: [string, ReceivedFile]): Promise<Omit<Upload, 'reading' | 'stored'>> {
  const docName = part.trim()
  if (docName === '' || docName.length > maxNameLength)
    throw createUnprocessableError(
      'invalid_name',
      `${part || 'name'}: a document name must have 1 to ${maxNameLength} characters.`,
      part,
    )
  if (file.size === 0) throw createUnprocessableError('empty_file', `${docName}: the file is empty.`, part)
  return {
    docName,
    fileName: normalizeFileName(file.name) || 'document',
    kind: await requireFileKind(file, docName),
    file,
  }
}

/**
 * Throws 403 if a caller who is not staff uploads a document that the pending cancellation does not require (DOC-6,
 * CAN-11).
 */
async function assertRequestedDocument(ctx: Ctx, policy: Policy, docType: number) {
  if (isInternal(ctx.actor) || !policy.isPendingCancel) return
  const requiredDocument = await ctx.db
    .selectFrom('cancel_reason_documents')
    .select('doc_type_id')
    .where('reason_code', '=', policy.cancelReasonCode ?? '')
    .where('doc_type_id', '=', docType)
    .where('purpose', '!=', 'sign')
    .executeTakeFirst()
  if (!requiredDocument) throw createForbiddenError(notPendingCancelRule.reason)
}

async function requireType(ctx: Ctx, policy: Policy, docType: number) {
  await assertRequestedDocument(ctx, policy, docType)
  const types = await getUploadDocumentTypes(ctx, policy)
  if (!types.some((type) => type.docTypeId === docType))
    throw createUnprocessableError(
      'unknown_doc_type',
      `docType: ${docType} cannot be uploaded to this policy.`,
      'docType',
    )
}

/**
 * Checks that the caller may upload a document type to a policy. Runs before any file is received, and again under the
 * policy's lock.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not upload; 422 if the
 * document type is invalid
 */
export async function assertUploadAllowed(ctx: Ctx, policyNo: string, docType: number): Promise<void> {
  await requireType(ctx, await checkPolicyAction(ctx, policyNo, 'uploadDocuments'), docType)
}

async function requireNew(trx: Transaction<DB>, policy: Policy, uploads: Upload[]) {
  const hashes = uploads.map(({ file }) => file.sha256)
  const known = await trx
    .selectFrom('policy_doc_versions as v')
    .innerJoin('policy_docs as d', 'd.policy_doc_id', 'v.policy_doc_id')
    .select('v.sha256')
    .where('d.policy_id', '=', policy.policyId)
    .where('v.is_upload', '=', true)
    .where('v.sha256', 'in', hashes)
    .executeTakeFirst()
  if (known || new Set(hashes).size < hashes.length)
    throw createConflictError('already_uploaded', 'This document has already been uploaded to the policy.')
}

/**
 * Returns the document with this type and name, and the number of its next version. Creates the document if necessary.
 */
async function findOrCreateDocument(ctx: TransactionContext, policyId: string, docType: number, docName: string) {
  const known = await ctx.db
    .selectFrom('policy_docs as d')
    .leftJoin('policy_doc_versions as v', 'v.policy_doc_id', 'd.policy_doc_id')
    .select(({ fn }) => ['d.policy_doc_id as id', fn.max('v.version').as('last')])
    .where('d.policy_id', '=', policyId)
    .where('d.doc_kind', '=', 'upload')
    .where('d.doc_type_id', '=', docType)
    .where('d.doc_name', '=', docName)
    .groupBy('d.policy_doc_id')
    .executeTakeFirst()
  if (known) return { id: known.id, version: (known.last ?? 0) + 1 }
  const { id } = await ctx.db
    .insertInto('policy_docs')
    .values({
      policy_id: policyId,
      doc_type_id: docType,
      doc_kind: 'upload',
      doc_name: docName,
      created_at: ctx.now,
    })
    .returning('policy_doc_id as id')
    .executeTakeFirstOrThrow()
  return { id, version: 1 }
}

async function store(ctx: TransactionContext, policyId: string, docType: number, upload: Upload) {
  const { docName, fileName, kind, file: received, reading, stored } = upload
  const { sha256 } = received
  const createdBy = getActorName(ctx.actor)
  const document = await findOrCreateDocument(ctx, policyId, docType, docName)
  const file = await recordStoredFile(ctx.db, stored)
  const { id } = await ctx.db
    .insertInto('policy_doc_versions')
    .values({
      policy_doc_id: document.id,
      version: document.version,
      file_id: file.fileId,
      file_name: fileName,
      content_type: kind.mediaType,
      friendly_name: docName,
      is_upload: true,
      stage: 'uploaded',
      sha256,
      created_by_user_id: 'accountId' in ctx.actor ? ctx.actor.accountId : null,
      created_by_user_name: createdBy,
      created_at: ctx.now,
    })
    .returning('policy_doc_ver_id as id')
    .executeTakeFirstOrThrow()
  if (reading)
    await ctx.db
      .insertInto('ocr_records')
      .values({
        policy_doc_ver_id: id,
        is_read: reading.isReadable,
        invalid_reason: reading.invalidReason,
        scanned_address: reading.scannedAddress,
        elevation_based_on: reading.elevationBasedOn,
        c2a: reading.c2a,
        c2e: reading.c2e,
        datum: reading.datum,
        created_at: ctx.now,
      })
      .execute()
  await appendEvent(ctx.db, 'document.added', { policyId }, { policyDocVerId: id }, ctx.now)
  await writeAuditEntry(ctx, {
    action: 'document.upload',
    entity: 'policyDocVersion',
    entityId: id,
    policyId,
    details: { docType, docName, sha256 },
  })
  const isUnreadable = reading?.isReadable === false
  return {
    policyDocId: document.id,
    policyDocVerId: id,
    docTypeId: docType as Uploaded['docTypeId'],
    docName,
    fileName,
    link: id,
    isUnreadable,
  }
}

/**
 * Stores all files of an upload under one document type, or none of them. Each file is named after its form part.
 * Elevation certificates are also read (DOC-4).
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the policy is cancelled or pending
 * cancellation and the caller is not staff (DOC-6); 409 if the policy already has the file; 415 if the file type is not
 * accepted; 422 if the document type or name is invalid
 */
export async function uploadDocuments(
  ctx: Ctx,
  policyNo: string,
  docType: number,
  files: Record<string, ReceivedFile>,
): Promise<Uploaded[]> {
  const parts = Object.entries(files)
  if (parts.length === 0)
    throw createUnprocessableError('wrong_number_of_files', 'files: select at least one file.', 'files')
  const checked = await Promise.all(parts.map(getUpload))
  // Files are stored and read before the transaction so that no lock is held during this time.
  const uploads = await Promise.all(
    checked.map(async (upload) => ({
      ...upload,
      reading: docType === elevationCertificateType ? await readElevationCertificate(upload.file) : undefined,
      stored: await ctx.providers.files.put(upload.file, upload.kind.mediaType),
    })),
  )
  return changePolicy(ctx, policyNo, 'uploadDocuments', async (ctx, policy) => {
    await requireType(ctx, policy, docType)
    await requireNew(ctx.db, policy, uploads)
    const stored: Uploaded[] = []
    for (const upload of uploads) stored.push(await store(ctx, policy.policyId, docType, upload))
    await scheduleCancellationReview(ctx, policy)
    return stored
  })
}
