import { cleanPhoto } from '../../claims/clean-photo.ts'
import { ApiError, createConflictError, createUnprocessableError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { requireFileKind } from '../../http/file-kind.ts'
import type { OperationInput } from '../../http/operation.ts'
import type { StoredFile } from '../../providers/files/stored-file.ts'

type Upload = OperationInput<'requestMortgageeChange'>['body']

/** A checked file whose content is in the file storage. The server assigns its name. */
export interface StoredProof {
  stored: StoredFile
  fileName: string
}

const extensions = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const
const isProofType = (mediaType: string): mediaType is keyof typeof extensions => Object.hasOwn(extensions, mediaType)

/**
 * Checks the files that prove a mortgagee change and stores their content (POL-19). Call it before the transaction, so
 * that no lock is held meanwhile.
 * @throws {ApiError} 409 if a file is sent twice; 415 if a file is not a PDF, JPEG or PNG file; 422 if it is empty or
 * damaged
 */
export async function storeProofs(ctx: Pick<Ctx, 'providers'>, upload: Upload): Promise<StoredProof[]> {
  const proofs: StoredProof[] = []
  for (const field of ['proof', 'proof2', 'proof3'] as const) {
    const file = upload[field]
    if (!file) continue
    if (file.size === 0) throw createUnprocessableError('empty_file', `${field}: the file is empty.`, field)
    const { mediaType } = await requireFileKind(file, field)
    if (!isProofType(mediaType))
      throw new ApiError({ code: 'unsupported_file', message: `${field}: upload a PDF, JPEG or PNG file.`, field })
    const content =
      mediaType === 'application/pdf'
        ? file
        : cleanPhoto(await file.bytes(), { field, mediaType, keepsLocation: false }).bytes
    const stored = await ctx.providers.files.put(content, mediaType)
    if (proofs.some((known) => known.stored.key === stored.key))
      throw createConflictError('already_uploaded', `${field}: this file is already part of the request.`, field)
    proofs.push({ stored, fileName: `proof_${proofs.length + 1}.${extensions[mediaType]}` })
  }
  return proofs
}
