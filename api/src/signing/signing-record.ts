import type { Party } from '@tideline/sdk/words'
import type { Insertable, Kysely } from 'kysely'
import type { DB, SigningEvent } from '../db/schema.ts'
import { listEmailChanges } from '../documents/email-change-record.ts'
import type { Operations } from '../generated/operations.ts'
import { type Actor, type Ctx, getActorName } from '../http/context.ts'

export type SigningRecordEntry = Operations['listSigningEvents']['response']['payload'][number]
type EventName = SigningEvent['event']

/** How a signer was identified (contract: IdentifiedBy). */
export type IdentifiedBy = NonNullable<SigningRecordEntry['identifiedBy']>

export const getIdentificationMethod = (actor: Actor): IdentifiedBy | null =>
  actor.kind === 'agent' ? 'account' : actor.kind === 'insured' ? actor.identification.method : null

interface EventDetails {
  identifiedBy?: IdentifiedBy
  consentVersion?: string
  reason?: string
  sha256Before?: string
  sha256After?: string
}

export interface NewSigningEvent {
  policyId: string
  party: Party
  event: EventName
  policyDocId?: string
  policyDocSignatureId?: string
  /** Name of the person, if not the caller: for example, the recipient of an email. */
  name?: string
  details?: EventDetails
}

/** Formats a signing event's numeric id as a UUID, since all ids in the API are UUIDs. */
const getId = (eventId: number) => `00000000-0000-4000-8000-${eventId.toString(16).padStart(12, '0')}`

/** Formats an email change's numeric id as a UUID. It differs from the UUIDs of all signing events. */
const getEmailChangeId = (id: number) => `00000000-0000-4000-9000-${id.toString(16).padStart(12, '0')}`

const identifiedAs = (way: IdentifiedBy | null) => (way ? { identifiedBy: way } : {})

/** Adds events to the signing record and returns their ids in order. Events are never changed or deleted. */
export async function addSigningEvents(ctx: Ctx, events: NewSigningEvent[]): Promise<string[]> {
  if (events.length === 0) return []
  const rows = await ctx.db
    .insertInto('signing_events')
    .values(
      events.map(
        (event): Insertable<SigningEvent> => ({
          policy_id: event.policyId,
          policy_doc_id: event.policyDocId ?? null,
          policy_doc_signature_id: event.policyDocSignatureId ?? null,
          party: event.party,
          event: event.event,
          actor_name: event.name ?? getActorName(ctx.actor),
          // A sent email has no IP address or user agent. An action by a person has both.
          ip: event.name ? null : ctx.ip,
          user_agent: event.name ? null : ctx.userAgent,
          details: JSON.stringify({
            ...event.details,
            ...identifiedAs(event.name ? null : getIdentificationMethod(ctx.actor)),
          }),
          occurred_at: ctx.now,
        }),
      ),
    )
    .returning('signing_event_id')
    .execute()
  return rows.map((row) => getId(row.signing_event_id))
}

/** Returns whether the party consented to this version of the consent text on this policy. */
export async function hasConsented(db: Kysely<DB>, policyId: string, party: Party, version: string): Promise<boolean> {
  const rows = await db
    .selectFrom('signing_events')
    .select('details')
    .where('policy_id', '=', policyId)
    .where('party', '=', party)
    .where('event', '=', 'consented')
    .execute()
  return rows.some((row) => (row.details as EventDetails).consentVersion === version)
}

const ipShape = /^[0-9a-fA-F:.]+$/

/**
 * Returns the signing record of a policy, oldest entry first. Includes changes of the insured's email address
 * (SIGN-10).
 */
export async function readSigningRecord(db: Kysely<DB>, policyId: string): Promise<SigningRecordEntry[]> {
  const rows = await db
    .selectFrom('signing_events as e')
    .leftJoin('policy_docs as d', 'd.policy_doc_id', 'e.policy_doc_id')
    .selectAll('e')
    .select('d.doc_name')
    .where('e.policy_id', '=', policyId)
    .orderBy('e.signing_event_id')
    .limit(1000)
    .execute()
  const steps = rows.map((row): SigningRecordEntry => {
    const details = row.details as EventDetails
    return {
      signingEventId: getId(row.signing_event_id),
      // If a single document was opened, the record shows it as viewed.
      event: row.event === 'opened' && row.policy_doc_id ? ('viewed' as const) : row.event,
      party: row.party as Party,
      policyDocId: row.policy_doc_id,
      docName: row.doc_name,
      name: row.actor_name,
      at: row.occurred_at.toISOString(),
      ipAddress: row.ip && ipShape.test(row.ip) ? row.ip : null,
      userAgent: row.user_agent,
      identifiedBy: details.identifiedBy ?? null,
      consentVersion: details.consentVersion ?? null,
      reason: details.reason ?? null,
      sha256Before: details.sha256Before ?? null,
      sha256After: details.sha256After ?? null,
    }
  })
  const latestStep = rows.at(-1)?.occurred_at
  const changes = (latestStep ? await listEmailChanges(db, policyId, latestStep) : []).map(
    (entry): SigningRecordEntry => ({
      signingEventId: getEmailChangeId(entry.id),
      event: 'emailChanged',
      ...{ party: null, policyDocId: null, docName: null, name: entry.changedBy, at: entry.at.toISOString() },
      ...{ ipAddress: null, userAgent: null, identifiedBy: null, consentVersion: null },
      reason: `${entry.change}. ${entry.confirmation}.`,
      ...{ sha256Before: null, sha256After: null },
    }),
  )
  return [...steps, ...changes].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).slice(0, 1000)
}
