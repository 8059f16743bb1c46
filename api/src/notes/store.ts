import type { PolicyNote } from '@tideline/sdk/types'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Actor } from '../http/context.ts'
import type { TimeSortKey } from '../http/page.ts'
import { canDeleteNote, canEditNote, staffAgencyNumber, type WrittenNote } from './note.ts'

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

/** Returns the SQL condition for notes that the actor may read. Only staff may read private notes and call logs. */
const readableCondition = (actor: Actor) => (actor.kind === 'staff' ? sql`true` : sql`not is_private and type = 'note'`)

/** Returns the notes of a policy that the actor may read, newest first. */
export async function getNotes(db: Kysely<DB>, actor: Actor, policyId: string): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select ${columns} from policy_notes
    where policy_id = ${policyId} and deleted_at is null and ${readableCondition(actor)}
    order by created_at desc, policy_note_id desc limit 1000`.execute(db)
  return rows
}

interface NotePage {
  type: NoteRow['type']
  /**
   * Position in the list. Only notes after this position are returned. If undefined, the list starts with the first
   * note.
   */
  after: TimeSortKey | undefined
  limit: number
  /** Maximum number of notes to count. */
  countTo: number
}

/**
 * Returns notes of one type that the actor may read, newest first. Also returns their total number, regardless of
 * `after`.
 */
export async function getNotesPage(
  db: Kysely<DB>,
  actor: Actor,
  policyId: string,
  { type, after, limit, countTo }: NotePage,
): Promise<{ rows: NoteRow[]; count: number }> {
  const theirs = sql`policy_id = ${policyId} and deleted_at is null and type = ${type} and ${readableCondition(actor)}`
  const at = after && sql`${new Date(after[0])}::timestamptz`
  // The first condition allows PostgreSQL to use the index.
  const below = after
    ? sql`created_at <= ${at} and (created_at < ${at} or policy_note_id::text collate "C" < ${after[1]})`
    : sql`true`
  const [{ rows }, counted] = await Promise.all([
    sql<NoteRow>`select ${columns} from policy_notes where ${theirs} and ${below}
      order by created_at desc, policy_note_id desc limit ${limit}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count
      from (select from policy_notes where ${theirs} limit ${countTo}) counted`.execute(db),
  ])
  return { rows, count: counted.rows[0]?.count ?? 0 }
}

const noteSql = (actor: Actor, policyId: string, policyNoteId: string) => sql<NoteRow>`
  select ${columns} from policy_notes
  where policy_note_id = ${policyNoteId} and policy_id = ${policyId} and deleted_at is null and ${readableCondition(actor)}`

/** Returns a note of the policy. Throws 404 if it does not exist or the actor may not read it. */
export async function requireNote(
  db: Kysely<DB>,
  actor: Actor,
  policyId: string,
  policyNoteId: string,
): Promise<NoteRow> {
  const { rows } = await noteSql(actor, policyId, policyNoteId).execute(db)
  if (!rows[0]) throw createNotFoundError({ policyNoteId })
  return rows[0]
}

/** Returns a note of the policy that the actor may read. Locks it until the transaction ends. */
export async function lockNote(trx: Transaction<DB>, actor: Actor, policyId: string, policyNoteId: string) {
  const { rows } = await sql<NoteRow>`${noteSql(actor, policyId, policyNoteId)} for update`.execute(trx)
  return rows[0]
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** Converts a note row to the contract's format. */
export const toNoteResponse = (actor: Actor, row: NoteRow): PolicyNote => ({
  policyNoteId: row.policy_note_id,
  policyId: row.policy_id,
  note: row.note,
  private: row.is_private,
  policyTransactionId: row.policy_transaction_id,
  created_At: row.created_at.toISOString(),
  createdBy_UserId: row.created_by_user_id ?? nobody,
  createdBy_UserName: row.created_by_user_name,
  createdBy_AgencyNo: row.created_by_agency_no ?? staffAgencyNumber,
  type: row.type,
  meta: row.meta === null ? null : JSON.stringify(row.meta),
  reason: row.reason || null,
  canEdit: canEditNote(actor, row),
  canDelete: canDeleteNote(actor, row),
})
