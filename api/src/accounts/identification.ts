import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { ApiError } from '../http/api-error.ts'
import type { Ctx, Identification } from '../http/context.ts'

const sameMailbox = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Returns the identification of a person who opened a link and entered the matching phone number and ZIP code. A link
 * that was emailed to the address on file verifies that mailbox. Any other link limits the session to its policy
 * because somebody else may have seen the link.
 *
 * @param emailedTo the email address that received the link; null if the link was shown to another person
 */
export const getLinkIdentification = (
  emailedTo: string | null,
  policy: { email: string; policyId: string; agencyId: string },
): Identification =>
  emailedTo !== null && sameMailbox(emailedTo, policy.email)
    ? { method: 'mailbox', mailbox: policy.email }
    : { method: 'link', policyId: policy.policyId, agencyId: policy.agencyId }

/**
 * Returns whether the identification verifies the mailbox on file. After a change of the address on file, the insured
 * must verify the new mailbox.
 */
export const isMailboxVerified = (identification: Identification, onFile: string) =>
  identification.method !== 'link' && sameMailbox(identification.mailbox, onFile)

/** Converts an identification to session columns. All columns are null for accounts. */
export const toIdentificationColumns = (identification: Identification | undefined) => ({
  identified_by: identification?.method ?? null,
  verified_email: identification && identification.method !== 'link' ? identification.mailbox : null,
  link_policy_id: identification?.method === 'link' ? identification.policyId : null,
  link_agency_id: identification?.method === 'link' ? identification.agencyId : null,
})

export const identificationColumnNames = [
  'identified_by',
  'verified_email',
  'link_policy_id',
  'link_agency_id',
] as const

/** The identification columns of a session row. */
export interface IdentificationRow {
  identified_by: Identification['method'] | null
  verified_email: string | null
  link_policy_id: string | null
  link_agency_id: string | null
}

/** Returns the identification stored in the columns of a session; undefined for a session of an account. */
export function getIdentification(row: IdentificationRow): Identification | undefined {
  const { identified_by: method, verified_email: mailbox, link_policy_id: policyId, link_agency_id: agencyId } = row
  if (method === 'link') return policyId && agencyId ? { method, policyId, agencyId } : undefined
  return method && mailbox ? { method, mailbox } : undefined
}

/**
 * Reads a session's identification from the database. The actor's copy is outdated if another process has changed it.
 */
async function readIdentification(db: Kysely<DB>, sessionId: string): Promise<Identification | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(identificationColumnNames)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row && getIdentification(row)
}

/**
 * Checks that an insured has verified the mailbox on file. This is required to consent, sign, decline or cancel. Agents
 * and staff always pass.
 * @returns the context with the actor's current identification, for the audit log
 * @throws {ApiError} 403 `missing_code` if the mailbox is not verified, for example because the insured only opened a
 * link that somebody else may have seen
 */
export async function requireIdentifiedInsured<C extends Pick<Ctx, 'actor' | 'db'>>(
  ctx: C,
  policy: { email: string },
): Promise<C> {
  const { actor } = ctx
  if (actor.kind !== 'insured') return ctx
  const known = isMailboxVerified(actor.identification, policy.email)
    ? actor.identification
    : await readIdentification(ctx.db, actor.sessionId)
  if (known && isMailboxVerified(known, policy.email)) return { ...ctx, actor: { ...actor, identification: known } }
  throw new ApiError({
    code: 'missing_code',
    message: 'Please confirm your identity first. We will email a code to the address on file.',
  })
}

/**
 * Returns the family id of a session. All sessions of one log-in share this id because every token refresh creates a
 * new session.
 */
export const getSessionFamilyId = async (trx: Transaction<DB>, sessionId: string): Promise<string | undefined> =>
  (await trx.selectFrom('sessions').select('family_id').where('session_id', '=', sessionId).executeTakeFirst())
    ?.family_id

/** Stores the identification in all sessions of a log-in and returns the ids of these sessions. */
export async function saveSessionFamilyIdentification(
  trx: Transaction<DB>,
  familyId: string,
  identification: Identification,
) {
  const rows = await trx
    .updateTable('sessions')
    .set(toIdentificationColumns(identification))
    .where('family_id', '=', familyId)
    .returning('session_id')
    .execute()
  return rows.map((row) => row.session_id)
}
