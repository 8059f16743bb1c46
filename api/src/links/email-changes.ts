import type { Kysely, Selectable } from 'kysely'
import { dayMs } from '../calendar/days.ts'
import type { DB, InsuredEmailChange } from '../db/schema.ts'

/** How long a changed address receives no codes unless it is confirmed (ACC-7). */
const holdMs = 3 * dayMs

export type EmailChange = Selectable<InsuredEmailChange>

const sameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The newest change of an insured's address on file. */
export const findLastEmailChange = (db: Kysely<DB>, identityId: string): Promise<EmailChange | undefined> =>
  db
    .selectFrom('insured_email_changes')
    .selectAll()
    .where('identity_id', '=', identityId)
    .orderBy('insured_email_change_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The end of the hold on the address on file, during which it receives no codes and proves no mailbox; undefined if there is none.
 * Returning to the last address that could receive codes starts no hold.
 */
export function getHoldEnd(change: EmailChange | undefined, now: Date): Date | undefined {
  if (!change || change.confirmed_at || change.canceled_at || sameEmail(change.after_email, change.trusted_email))
    return undefined
  const end = new Date(change.changed_at.getTime() + holdMs)
  return now < end ? end : undefined
}

/** The address that may receive codes: the one on file, or while that is on hold, the last one before it that was not. */
export const getTrustedEmail = (change: EmailChange | undefined, onFile: string, now: Date): string =>
  change && getHoldEnd(change, now) ? change.trusted_email : onFile
