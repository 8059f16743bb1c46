import type { Kysely, Selectable } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB, ClaimNote as NoteTable } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { createForbiddenError, createNotFoundError } from '../http/api-error.ts'
import { type Ctx, getActorName, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { getNoteAgencyNumber } from '../notes/note.ts'
import { isCreatedByOwnAgency } from './claim.ts'
import { lockClaim, requireClaim } from './store.ts'

type ClaimNote = Operations['listClaimNotes']['response']['payload'][number]
type NoteRow = Selectable<NoteTable>

const toClaimNoteResponse = (row: NoteRow): ClaimNote => ({
  id: row.claim_note_id,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_user_name,
  updatedAt: row.updated_at > row.created_at ? row.updated_at.toISOString() : null,
})

const selectNotes = (db: Kysely<DB>) => db.selectFrom('claim_notes').selectAll().where('deleted_at', 'is', null)

/** Returns the notes of a claim, newest first. */
export const getClaimNotes = async (db: Kysely<DB>, claimId: string): Promise<ClaimNote[]> => {
  const rows = await selectNotes(db).where('claim_id', '=', claimId).orderBy('created_at', 'desc').limit(1000).execute()
  return rows.map(toClaimNoteResponse)
}

/**
 * Returns a claim note.
 *
 * @throws {ApiError} 404 if the note does not exist or its claim is not visible to the caller
 */
export async function getClaimNote(ctx: Ctx, noteId: string): Promise<ClaimNote> {
  const row = await selectNotes(ctx.db).where('claim_note_id', '=', noteId).executeTakeFirst()
  if (!row) throw createNotFoundError({ noteId })
  await requireClaim(ctx.db, ctx.actor, row.claim_id)
  return toClaimNoteResponse(row)
}

const auditNote = (ctx: TransactionContext, action: string, noteId: string, policyId: string) =>
  writeAuditEntry(ctx, { action, entity: 'claimNote', entityId: noteId, policyId })

/** Adds a note under the caller's name. Throws 404. */
export const createClaimNote = (ctx: Ctx, claimId: string, note: string): Promise<ClaimNote> =>
  runInTransaction(ctx, async (ctx) => {
    const claim = await lockClaim(ctx.db, ctx.actor, claimId)
    const row = await ctx.db
      .insertInto('claim_notes')
      .values({
        claim_id: claimId,
        note,
        created_by_user_id: 'accountId' in ctx.actor ? ctx.actor.accountId : null,
        created_by_user_name: getActorName(ctx.actor),
        created_by_agency_no: getNoteAgencyNumber(ctx.actor),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await auditNote(ctx, 'claimNote.create', row.claim_note_id, claim.policy_id)
    return toClaimNoteResponse(row)
  })

/**
 * Returns a claim note and locks its claim.
 *
 * @throws {ApiError} 404 if the note does not exist; 403 if another agency wrote it
 */
async function lockNote(ctx: TransactionContext, noteId: string) {
  const row = await selectNotes(ctx.db).where('claim_note_id', '=', noteId).executeTakeFirst()
  if (!row) throw createNotFoundError({ noteId })
  const { policy_id } = await lockClaim(ctx.db, ctx.actor, row.claim_id)
  if (!isCreatedByOwnAgency(ctx.actor, row.created_by_agency_no))
    throw createForbiddenError('Only the agency that wrote a note can change it.')
  return { policyId: policy_id }
}

/**
 * Replaces the text of a claim note.
 *
 * @throws {ApiError} 404 if the note does not exist; 403 if another agency wrote it
 */
export const updateClaimNote = (ctx: Ctx, noteId: string, note: string): Promise<ClaimNote> =>
  runInTransaction(ctx, async (ctx) => {
    const { policyId } = await lockNote(ctx, noteId)
    const row = await ctx.db
      .updateTable('claim_notes')
      .set({ note })
      .where('claim_note_id', '=', noteId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await auditNote(ctx, 'claimNote.update', noteId, policyId)
    return toClaimNoteResponse(row)
  })

/**
 * Deletes a claim note. The audit log records the deletion.
 * @throws {ApiError} 404 if the note does not exist; 403 if another agency wrote it
 */
export const deleteClaimNote = (ctx: Ctx, noteId: string): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const { policyId } = await lockNote(ctx, noteId)
    await ctx.db.updateTable('claim_notes').set({ deleted_at: ctx.now }).where('claim_note_id', '=', noteId).execute()
    await auditNote(ctx, 'claimNote.delete', noteId, policyId)
  })
