import { callerTypes, noteTags } from '../catalog/note-tags.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { requirePolicy } from '../policy/visibility.ts'
import type { NoteDraft } from './note.ts'
import { getNotes, requireNote, toNoteResponse } from './store.ts'
import { deleteNote, saveNote } from './write-note.ts'

export const noteHandlers = {
  getNoteCatalogue: (ctx) =>
    ok({
      tags: [...noteTags],
      callerTypes: [...callerTypes],
      types: ctx.actor.kind === 'staff' ? (['note', 'callLog'] as const).slice() : (['note'] as const).slice(),
    }),

  listPolicyNotes: async (ctx, { path }) => {
    const { policyId } = await requirePolicy(ctx, path.policyNo)
    const rows = await getNotes(ctx.db, ctx.actor, policyId)
    return ok({ data: rows.map((row) => toNoteResponse(ctx.actor, row)) })
  },

  getPolicyNote: async (ctx, { path: { policyNo, policyNoteId } }) => {
    const { policyId } = await requirePolicy(ctx, policyNo)
    return ok(toNoteResponse(ctx.actor, await requireNote(ctx.db, ctx.actor, policyId, policyNoteId)))
  },

  savePolicyNote: async (ctx, { path, body }) => {
    if ('policyNo' in body && body.policyNo !== undefined && body.policyNo !== path.policyNo)
      throw createUnprocessableError('policy_mismatch', 'policyNo: must be the policy in the URL.', 'policyNo')
    return ok(await saveNote(ctx, path.policyNo, getDraft(body)))
  },

  deletePolicyNote: async (ctx, { path, body }) => {
    await deleteNote(ctx, path.policyNo, body.policyNoteId)
    return ok(null)
  },
} satisfies AreaHandlers

type Body = Parameters<NonNullable<AreaHandlers['savePolicyNote']>>[1]['body']

/** Converts a request body to a note draft. The API accepts two sets of field names (NOTE-3). */
function getDraft(body: Body): NoteDraft {
  const isPrivate = 'private1' in body ? body.private1 : 'isNotePrivate' in body ? body.isNotePrivate : undefined
  return {
    note: 'noteBody' in body ? body.noteBody : body.note,
    isPrivate: isPrivate ?? ('private' in body ? body.private : undefined),
    type: body.type,
    meta: body.meta,
    reason: body.reason,
    ...('policyNoteId' in body && { policyNoteId: body.policyNoteId }),
    ...('policyTransactionId' in body && { policyTransactionId: body.policyTransactionId }),
  }
}
