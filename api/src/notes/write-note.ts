import type { Transaction } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { createForbiddenError, createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getAccountId, getActorName, getSigningParty, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { type Policy, requirePolicy } from '../policy/visibility.ts'
import {
  assertCanWriteNote,
  canDeleteNote,
  canEditNote,
  getNoteAgencyNumber,
  type NoteDraft,
  parseNoteMeta,
} from './note.ts'
import { lockNote, type NoteRow, toNoteResponse } from './store.ts'

async function requirePolicyTransaction(trx: Transaction<DB>, policy: Policy, id: string | null | undefined) {
  if (!id) return
  const row = await trx
    .selectFrom('policy_transactions')
    .select('policy_transaction_id')
    .where('policy_transaction_id', '=', id)
    .where('policy_id', '=', policy.policyId)
    .executeTakeFirst()
  if (!row)
    throw createUnprocessableError(
      'unknown_transaction',
      'policyTransactionId: this is not a transaction of this policy.',
      'policyTransactionId',
    )
}

/** Creates or changes a note or call log at a user's request. Throws the errors of `writeNote`. */
export const saveNote = (ctx: Ctx, policyNo: string, draft: NoteDraft) =>
  changePolicy(ctx, policyNo, draft.type === 'callLog' ? 'addCallLog' : 'addNote', (ctx, policy) =>
    writeNoteOnPolicy(ctx, policy, draft),
  )

/**
 * Creates a note or changes the given one. Other actions also call it to add a note.
 * @throws {ApiError} 403 if the note belongs to another agency, or a caller other than staff writes a private note; 404
 * if the note is unknown; 422 if a call log is incomplete
 */
export const writeNote = (ctx: Ctx, policyNo: string, draft: NoteDraft) =>
  runInTransaction(ctx, async (ctx) => writeNoteOnPolicy(ctx, await requirePolicy(ctx, policyNo), draft))

async function writeNoteOnPolicy(ctx: TransactionContext, policy: Policy, draft: NoteDraft) {
  assertCanWriteNote(ctx.actor, draft)
  await requirePolicyTransaction(ctx.db, policy, draft.policyTransactionId)
  const row = draft.policyNoteId
    ? await change(ctx, policy, { ...draft, policyNoteId: draft.policyNoteId })
    : await create(ctx, policy, draft)
  await writeAuditEntry(ctx, {
    action: draft.policyNoteId ? 'note.change' : 'note.create',
    entity: 'note',
    entityId: row.policy_note_id,
    policyId: policy.policyId,
    details: { type: row.type, isPrivate: row.is_private },
  })
  return toNoteResponse(ctx.actor, row)
}

const create = async (ctx: TransactionContext, policy: Policy, draft: NoteDraft): Promise<NoteRow> => {
  const meta = parseNoteMeta(draft)
  return ctx.db
    .insertInto('policy_notes')
    .values({
      policy_id: policy.policyId,
      policy_transaction_id: draft.policyTransactionId ?? null,
      type: draft.type ?? 'note',
      note: draft.note,
      is_private: draft.isPrivate ?? draft.type === 'callLog',
      reason: draft.reason ?? '',
      meta: meta === null ? null : JSON.stringify(meta),
      created_by_user_id: getAccountId(ctx.actor),
      created_by_user_name: getActorName(ctx.actor),
      created_by_agency_no: getNoteAgencyNumber(ctx.actor),
      created_by_user_type: getSigningParty(ctx.actor) ?? 3,
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function change(
  ctx: TransactionContext,
  policy: Policy,
  draft: NoteDraft & { policyNoteId: string },
): Promise<NoteRow> {
  const known = await lockNote(ctx.db, ctx.actor, policy.policyId, draft.policyNoteId)
  if (!known) throw createNotFoundError({ policyNoteId: draft.policyNoteId })
  if (!canEditNote(ctx.actor, known)) throw createForbiddenError('Only the agency that wrote a note can change it.')
  const type = draft.type ?? known.type
  const metaText = draft.meta === undefined ? (known.meta === null ? null : JSON.stringify(known.meta)) : draft.meta
  const reason = draft.reason === undefined ? known.reason : (draft.reason ?? '')
  const meta = parseNoteMeta({ ...draft, type, meta: metaText, reason })
  return ctx.db
    .updateTable('policy_notes')
    .set({
      note: draft.note,
      type,
      reason,
      meta: meta === null ? null : JSON.stringify(meta),
      ...(draft.isPrivate === undefined ? {} : { is_private: draft.isPrivate }),
      ...(draft.policyTransactionId === undefined ? {} : { policy_transaction_id: draft.policyTransactionId }),
    })
    .where('policy_note_id', '=', known.policy_note_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Deletes a note. The audit log keeps a record of it.
 * @throws {ApiError} 403 if the caller may not delete the note; 404 if it does not exist
 */
export const deleteNote = (ctx: Ctx, policyNo: string, policyNoteId: string) =>
  runInTransaction(ctx, async (ctx) => {
    const policy = await requirePolicy(ctx, policyNo)
    const known = await lockNote(ctx.db, ctx.actor, policy.policyId, policyNoteId)
    if (!known) throw createNotFoundError({ policyNoteId })
    if (!canDeleteNote(ctx.actor, known)) throw createForbiddenError('Notes of other agencies cannot be deleted.')
    await ctx.db
      .updateTable('policy_notes')
      .set({ deleted_at: ctx.now })
      .where('policy_note_id', '=', policyNoteId)
      .execute()
    await writeAuditEntry(ctx, {
      action: 'note.delete',
      entity: 'note',
      entityId: policyNoteId,
      policyId: policy.policyId,
      details: { type: known.type, isPrivate: known.is_private, writtenBy: known.created_by_user_name },
    })
  })
