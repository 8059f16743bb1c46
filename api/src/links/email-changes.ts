import type { Kysely, Selectable } from 'kysely'
import { dayMs } from '../calendar/days.ts'
import type { DB, InsuredEmailChange } from '../db/schema.ts'

/** Time during which a changed address cannot receive codes unless it is confirmed, in milliseconds (ACC-7). */
const holdMs = 3 * dayMs

export type EmailChange = Selectable<InsuredEmailChange>

const sameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Returns the latest change of an insured's email address. */
export const findLastEmailChange = (db: Kysely<DB>, identityId: string): Promise<EmailChange | undefined> =>
  db
    .selectFrom('insured_email_changes')
    .selectAll()
    .where('identity_id', '=', identityId)
    .orderBy('insured_email_change_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Returns the time at which the hold on the address on file ends, if there is a hold. An address on hold receives no
 * codes. There is no hold if the last address that could receive codes was restored.
 */
export function getEmailHoldEnd(change: EmailChange | undefined, now: Date): Date | undefined {
  if (!change || change.confirmed_at || change.canceled_at || sameEmail(change.new_email, change.trusted_email))
    return undefined
  const end = new Date(change.changed_at.getTime() + holdMs)
  return now < end ? end : undefined
}

/**
 * Returns the address that may receive codes: the address on file or, while it is on hold, the last address before the
 * hold.
 */
export const getTrustedEmail = (change: EmailChange | undefined, onFile: string, now: Date): string =>
  change && getEmailHoldEnd(change, now) ? change.trusted_email : onFile
