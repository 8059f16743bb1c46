import type { PolicyNote } from '@tideline/sdk/types'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Actor } from '../http/context.ts'
import { canDelete, canEdit, staffAgencyNo, type WrittenNote } from './note.ts'

export interface NoteRow extends WrittenNote {
  policy_note_id: string
  policy_id: string
  policy_transaction_id: string | null
  note: string
  reason: string
  meta: unknown
  created_by_user_name: string
  created_at: Date
}

const columns = sql.raw(`policy_note_id, policy_id, policy_transaction_id, type, note, is_private, reason, meta,
  created_by_user_id, created_by_user_name, created_by_agency_no, created_by_user_type, created_at`)

/** Private notes and call logs are for staff. */
const readableBy = (actor: Actor) => (actor.kind === 'staff' ? sql`true` : sql`not is_private and type = 'note'`)

/** The notes of a policy that the actor may read, the newest first. */
export async function notesOf(db: Kysely<DB>, actor: Actor, policyId: string): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select ${columns} from policy_notes
    where policy_id = ${policyId} and deleted_at is null and ${readableBy(actor)}
    order by created_at desc, policy_note_id desc limit 1000`.execute(db)
  return rows
}

/** A note of this policy that the actor may read, locked until the transaction ends. */
export async function lockNote(trx: Transaction<DB>, actor: Actor, policyId: string, policyNoteId: string) {
  const { rows } = await sql<NoteRow>`
    select ${columns} from policy_notes
    where policy_note_id = ${policyNoteId} and policy_id = ${policyId} and deleted_at is null and ${readableBy(actor)}
    for update`.execute(trx)
  return rows[0]
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** A note as the contract shows it. */
export const presentNote = (actor: Actor, row: NoteRow): PolicyNote => ({
  policyNoteId: row.policy_note_id,
  policyId: row.policy_id,
  note: row.note,
  private: row.is_private,
  policyTransactionId: row.policy_transaction_id,
  created_At: row.created_at.toISOString(),
  createdBy_UserId: row.created_by_user_id ?? nobody,
  createdBy_UserName: row.created_by_user_name,
  createdBy_AgencyNo: row.created_by_agency_no ?? staffAgencyNo,
  type: row.type,
  meta: row.meta === null ? null : JSON.stringify(row.meta),
  reason: row.reason || null,
  canEdit: canEdit(actor, row),
  canDelete: canDelete(actor, row),
})
