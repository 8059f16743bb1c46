import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { recordStoredFile } from '../documents/document-file.ts'
import type { Operations } from '../generated/operations.ts'
import {
  ApiError,
  createConflictError,
  createForbiddenError,
  createNotFoundError,
  createUnprocessableError,
} from '../http/api-error.ts'
import { type Ctx, getActorName, type InsuredActor } from '../http/context.ts'
import { requireFileKind } from '../http/file-kind.ts'
import type { OperationInput } from '../http/operation.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { cleanPhoto } from './clean-photo.ts'
import { type ClaimRow, findClaims, lockClaim, requireClaim } from './store.ts'
import { assertPolicyCoversLoss, insertClaim } from './write-claim.ts'

type OwnClaim = Operations['reportOwnClaim']['response']['payload']
type ClaimPhoto = Operations['uploadClaimPhoto']['response']['payload']

/** Maximum number of photos that a policyholder can upload to a claim (CLM-4). */
const maxPhotos = 20

const isOpen = ({ status }: Pick<ClaimRow, 'status'>) => status === 'Open' || status === 'In Review'

function requireInsured({ actor }: Pick<Ctx, 'actor'>): InsuredActor {
  if (actor.kind !== 'insured') throw createForbiddenError()
  return actor
}

interface PhotoRow {
  claim_id: string
  claim_document_id: string
  file_id: string
  file_name: string
  size_bytes: number
  has_location: boolean
  created_at: Date
}

const toPhotoResponse = (row: PhotoRow): ClaimPhoto => ({
  id: row.claim_document_id,
  fileName: row.file_name,
  size: row.size_bytes,
  hasLocation: row.has_location,
  createdAt: row.created_at.toISOString(),
})

/** Returns the photos that policyholders uploaded to the claims, oldest first. */
async function findPhotos({ db }: Pick<Ctx, 'db'>, claimIds: readonly string[]): Promise<PhotoRow[]> {
  const { rows } = await sql<PhotoRow>`
    select d.claim_id, d.claim_document_id, d.file_id, d.file_name, f.size_bytes, d.has_location, d.created_at
    from claim_documents d join files f using (file_id)
    where d.claim_id = any(${claimIds}::uuid[]) and d.uploaded_by_identity_id is not null and d.deleted_at is null
    order by d.created_at, d.claim_document_id`.execute(db)
  return rows
}

const toOwnClaimResponse = (row: ClaimRow, photos: readonly PhotoRow[]): OwnClaim => ({
  id: row.claim_id,
  claimNumber: row.claim_number,
  policyNo: row.policy_no,
  status: row.status,
  reportedOn: row.notice_date,
  dateOfLoss: row.date_of_loss,
  causeOfLoss: row.cause,
  description: row.description || null,
  contactPhone: row.contact_phone,
  contactNote: row.contact_note,
  canAddPhotos: isOpen(row) && photos.length < maxPhotos,
  photos: photos.map(toPhotoResponse),
})

/** Lists the newest 100 claims of a policy that its policyholder reported (CLM-3). Throws 404. */
export async function listOwnClaims(ctx: Ctx, policyNo: string): Promise<OwnClaim[]> {
  const { identityId } = requireInsured(ctx)
  const { policyId } = await requirePolicy(ctx, policyNo)
  const claims = await findClaims(
    ctx.db,
    ctx.actor,
    sql<SqlBool>`c.policy_id = ${policyId} and c.reported_by_identity_id = ${identityId}`,
  )
  const newest = claims.toSorted((one, other) => other.created_at.getTime() - one.created_at.getTime()).slice(0, 100)
  const photos = await findPhotos(
    ctx,
    newest.map(({ claim_id }) => claim_id),
  )
  return newest.map((claim) =>
    toOwnClaimResponse(
      claim,
      photos.filter(({ claim_id }) => claim_id === claim.claim_id),
    ),
  )
}

/**
 * Reports a claim as the policyholder (CLM-3). The policy is locked, so a loss that is reported twice at the same time
 * becomes one claim.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 409 if the same loss is already reported; 422 if
 * it is an earthquake policy or the loss is outside coverage
 */
export const reportOwnClaim = (
  ctx: Ctx,
  policyNo: string,
  loss: OperationInput<'reportOwnClaim'>['body'],
): Promise<OwnClaim> =>
  changePolicy(ctx, policyNo, 'reportOwnClaim', async (ctx, policy) => {
    const { identityId } = requireInsured(ctx)
    await assertPolicyCoversLoss(ctx, policy, loss)
    const sameLoss: RawBuilder<SqlBool> = sql<SqlBool>`c.policy_id = ${policy.policyId}
      and c.reported_by_identity_id is not null and c.date_of_loss = ${loss.dateOfLoss} and c.cause = ${loss.causeOfLoss}
      and c.status in ('Open', 'In Review')`
    const [known] = await findClaims(ctx.db, ctx.actor, sameLoss)
    if (known)
      throw createConflictError(
        'already_reported',
        `You have already reported this loss. The claim number is ${known.claim_number}.`,
      )
    const claim = await insertClaim(
      ctx,
      policy,
      { ...loss, description: loss.description.trim(), noticeDate: getPropertyDate(ctx.now, policy) },
      identityId,
    )
    return toOwnClaimResponse(claim, [])
  })

/** Throws 404 unless the caller reported the claim, and 409 if the claim does not accept photos. */
function assertAcceptsPhotos(ctx: Ctx, claim: ClaimRow): void {
  if (claim.reported_by_identity_id !== requireInsured(ctx).identityId)
    throw createNotFoundError({ claimId: claim.claim_id })
  if (!isOpen(claim)) throw createConflictError('claim_is_closed', 'This claim is closed. Call us to send more photos.')
}

/** Checks that the caller may add photos to a claim, before the photo is received. Throws 404 or 409. */
export const assertPhotoAllowed = async (ctx: Ctx, claimId: string): Promise<void> =>
  assertAcceptsPhotos(ctx, await requireClaim(ctx.db, ctx.actor, claimId))

/** Returns the first file name of the form `photo_1.jpg` that no document of the claim uses. */
async function getFreeFileName({ db }: Pick<Ctx, 'db'>, claimId: string, extension: string): Promise<string> {
  const rows = await db.selectFrom('claim_documents').select('file_name').where('claim_id', '=', claimId).execute()
  const used = new Set(rows.map(({ file_name }) => file_name.toLowerCase().replace(/\.[^.]*$/, '')))
  let number = 1
  while (used.has(`photo_${number}`)) number++
  return `photo_${number}.${extension}`
}

const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const
const isPhotoType = (mediaType: string): mediaType is keyof typeof extensions => Object.hasOwn(extensions, mediaType)

/**
 * Adds a photo to a claim that the policyholder reported. Removes its metadata first (CLM-4).
 * @throws {ApiError} 404 if the caller did not report the claim; 409 if the claim is closed, has 20 photos or already
 * has the photo; 415 if the file is not a JPEG or PNG photo; 422 if it is damaged or too large
 */
export async function uploadClaimPhoto(
  ctx: Ctx,
  claimId: string,
  { photo, location }: OperationInput<'uploadClaimPhoto'>['body'],
): Promise<ClaimPhoto> {
  if (photo.size === 0) throw createUnprocessableError('empty_file', 'photo: the file is empty.', 'photo')
  const { mediaType } = await requireFileKind(photo, 'photo')
  if (!isPhotoType(mediaType))
    throw new ApiError({ code: 'unsupported_file', message: 'photo: upload a JPEG or PNG photo.', field: 'photo' })
  const clean = cleanPhoto(await photo.bytes(), { field: 'photo', mediaType, keepsLocation: location === 'keep' })
  const content = await ctx.providers.files.put(clean.bytes, mediaType)
  return runInTransaction(ctx, async (ctx) => {
    const claim = await lockClaim(ctx.db, ctx.actor, claimId)
    assertAcceptsPhotos(ctx, claim)
    const { fileId, sha256 } = await recordStoredFile(ctx.db, content)
    const photos = await findPhotos(ctx, [claimId])
    if (photos.some(({ file_id }) => file_id === fileId))
      throw createConflictError('already_uploaded', 'This photo has already been uploaded to the claim.')
    if (photos.length >= maxPhotos)
      throw createConflictError('too_many_photos', `A claim can have at most ${maxPhotos} photos.`)
    const fileName = await getFreeFileName(ctx, claimId, extensions[mediaType])
    const { claim_document_id: id } = await ctx.db
      .insertInto('claim_documents')
      .values({
        claim_id: claimId,
        file_id: fileId,
        file_name: fileName,
        content_type: mediaType,
        document_type: 'photo',
        uploaded_by_identity_id: requireInsured(ctx).identityId,
        has_location: clean.hasLocation,
        created_by_user_name: getActorName(ctx.actor),
        created_at: ctx.now,
      })
      .returning('claim_document_id')
      .executeTakeFirstOrThrow()
    await writeAuditEntry(ctx, {
      action: 'claimDocument.upload',
      entity: 'claimDocument',
      entityId: id,
      policyId: claim.policy_id,
      // Records the consent to keep the location (CLM-4).
      details: { fileName, sha256, location: clean.hasLocation ? 'kept with consent' : 'removed' },
    })
    return {
      id,
      fileName,
      size: content.size,
      hasLocation: clean.hasLocation,
      createdAt: ctx.now.toISOString(),
    }
  })
}
