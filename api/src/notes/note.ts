import { callerTypes, noteTags } from '../catalog/note-tags.ts'
import { createForbiddenError, createUnprocessableError } from '../http/api-error.ts'
import { type Actor, isReadonlyUser } from '../http/context.ts'

/** Agency number for notes by staff, who belong to no agency. */
export const staffAgencyNumber = '100000'

/**
 * A note to save. It is the same for both sets of field names that the API accepts (NOTE-3). Undefined fields stay
 * unchanged.
 */
export interface NoteDraft {
  policyNoteId?: string | undefined
  note: string
  isPrivate?: boolean | undefined
  type?: 'note' | 'callLog' | undefined
  meta?: string | null | undefined
  reason?: string | null | undefined
  policyTransactionId?: string | null | undefined
}

export interface WrittenNote {
  created_by_user_id: string | null
  created_by_agency_no: string | null
  created_by_user_type: number
  type: 'note' | 'callLog'
  is_private: boolean
}

export const getNoteAgencyNumber = (actor: Actor) => (actor.kind === 'agent' ? actor.agencyNo : staffAgencyNumber)

const isOwnAgency = (actor: Actor, note: WrittenNote) => note.created_by_agency_no === getNoteAgencyNumber(actor)

/** Returns whether the actor may change a note. Only the agency that wrote the note may change it (NOTE-1). */
export const canEditNote = (actor: Actor, note: WrittenNote): boolean =>
  (actor.kind === 'agent' || actor.kind === 'staff') && !isReadonlyUser(actor) && isOwnAgency(actor, note)

/** Returns whether the actor may delete a note. Staff may delete their own notes and those of their agency (NOTE-1). */
export const canDeleteNote = (actor: Actor, note: WrittenNote): boolean =>
  actor.kind === 'staff' &&
  !isReadonlyUser(actor) &&
  (note.created_by_user_id === actor.accountId || isOwnAgency(actor, note))

/**
 * Throws 403 if a caller other than staff writes a private note. Call logs are restricted by the policy action
 * `addCallLog`.
 */
export function assertCanWriteNote(actor: Actor, draft: Pick<NoteDraft, 'isPrivate'>): void {
  if (draft.isPrivate && actor.kind !== 'staff') throw createForbiddenError('Private notes are for staff.')
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const parse = (meta: string): unknown => {
  try {
    return JSON.parse(meta)
  } catch {
    throw createUnprocessableError('invalid_meta', 'meta: must be valid JSON.', 'meta')
  }
}

/** Parses the `meta` of a note. Throws 422 with the missing fields of a call log (NOTE-2). */
export function parseNoteMeta(draft: NoteDraft): Record<string, unknown> | null {
  const meta = draft.meta ? (parse(draft.meta) as Record<string, unknown>) : null
  if (draft.type !== 'callLog') return meta
  const missing = (field: string, what: string) =>
    createUnprocessableError('missing_answers', `${field}: ${what}`, field)
  if (typeof meta?.IsInboundCall !== 'boolean')
    throw missing('meta', 'a call log must specify whether the call was inbound.')
  const caller = callerTypes.find(({ type }) => type === meta.CallerType)
  if (!caller) throw missing('meta', 'a call log must specify the caller: insured, agent or lender.')
  if (!isText(meta.CallerName)) throw missing('meta', 'a call log must include the caller’s name.')
  if (!/^\d{3}-\d{3}-\d{4}$/.test(String(meta.CallerPhone ?? '')))
    throw missing('meta', 'a call log must include the caller’s phone number, ###-###-####.')
  if (caller.organizationLabel && !isText(meta.OrganizationName))
    throw missing('meta', `a call log has the ${caller.organizationLabel.toLowerCase()} of the caller.`)
  if (!isText(draft.reason)) throw missing('reason', 'a call log must have at least one tag.')
  const unknown = draft.reason.split(', ').find((tag) => !(noteTags as readonly string[]).includes(tag))
  if (unknown) throw missing('reason', `${unknown} is not a tag.`)
  return meta
}
