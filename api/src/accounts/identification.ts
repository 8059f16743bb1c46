import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { ApiError } from '../http/api-error.ts'
import type { Ctx, Identification } from '../http/context.ts'

const sameMailbox = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * How the holder of a link is identified once phone and ZIP match: by the mailbox on file if the link was emailed there and nowhere
 * else. Otherwise somebody else could have seen the link, and the session is limited to its policy.
 *
 * @param mailedTo the address that the link was emailed to; null when it was shown to somebody
 */
export const identifiedByLink = (
  mailedTo: string | null,
  policy: { email: string; policyId: string; agencyId: string },
): Identification =>
  mailedTo !== null && sameMailbox(mailedTo, policy.email)
    ? { way: 'mailbox', mailbox: policy.email }
    : { way: 'link', policyId: policy.policyId, agencyId: policy.agencyId }

/** True when that proved the mailbox that is on file now: a changed address has to be proven anew. */
export const provesMailbox = (identification: Identification, onFile: string) =>
  identification.way !== 'link' && sameMailbox(identification.mailbox, onFile)

/** The columns of a session that store its identification; all null for accounts. */
export const identificationColumns = (identification: Identification | undefined) => ({
  identified_by: identification?.way ?? null,
  proven_mailbox: identification && identification.way !== 'link' ? identification.mailbox : null,
  link_policy_id: identification?.way === 'link' ? identification.policyId : null,
  link_agency_id: identification?.way === 'link' ? identification.agencyId : null,
})

/** Names of these columns. */
export const identificationColumnNames = [
  'identified_by',
  'proven_mailbox',
  'link_policy_id',
  'link_agency_id',
] as const

/** A session's row as far as it stores the identification. */
export interface IdentificationRow {
  identified_by: Identification['way'] | null
  proven_mailbox: string | null
  link_policy_id: string | null
  link_agency_id: string | null
}

/** The identification that a session's columns store; undefined for an account's session. */
export function getIdentification(row: IdentificationRow): Identification | undefined {
  const { identified_by: way, proven_mailbox: mailbox, link_policy_id: policyId, link_agency_id: agencyId } = row
  if (way === 'link') return policyId && agencyId ? { way, policyId, agencyId } : undefined
  return way && mailbox ? { way, mailbox } : undefined
}

/** How the session's holder is identified right now: a code may have been confirmed in another process. */
async function identificationNow(db: Kysely<DB>, sessionId: string): Promise<Identification | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select(identificationColumnNames)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row && getIdentification(row)
}

/**
 * Lets an insured act in their own name: consent, sign, decline, cancel. Throws 403 `missing_code` for one who only opened
 * a link that somebody else can have seen. Agents and staff act in their own names and pass.
 *
 * @returns the context to go on with: its actor is identified as they are at this moment, for the trail
 */
export async function asIdentified<C extends Pick<Ctx, 'actor' | 'db'>>(ctx: C, policy: { email: string }): Promise<C> {
  const { actor } = ctx
  if (actor.kind !== 'insured') return ctx
  const known = provesMailbox(actor.identification, policy.email)
    ? actor.identification
    : await identificationNow(ctx.db, actor.sessionId)
  if (known && provesMailbox(known, policy.email)) return { ...ctx, actor: { ...actor, identification: known } }
  throw new ApiError({
    code: 'missing_code',
    message: 'Please confirm your identity first. We will email a code to the address on file.',
  })
}

/** The sign-in that a session belongs to: all that its token was exchanged for. */
export const getFamily = async (trx: Transaction<DB>, sessionId: string): Promise<string | undefined> =>
  (await trx.selectFrom('sessions').select('family_id').where('session_id', '=', sessionId).executeTakeFirst())
    ?.family_id

/** Notes in every session of a sign-in how its holder is identified from now on; gives their ids. */
export async function identifyFamily(trx: Transaction<DB>, familyId: string, identification: Identification) {
  const rows = await trx
    .updateTable('sessions')
    .set(identificationColumns(identification))
    .where('family_id', '=', familyId)
    .returning('session_id')
    .execute()
  return rows.map((row) => row.session_id)
}
