import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DB, RegistrationDocument, RegistrationEvent } from '../db/schema.ts'
import { getActorName, type TransactionContext } from '../http/context.ts'
import { registrationAgreements } from './agreements.ts'

type DocumentRow = Selectable<RegistrationDocument>

const order = registrationAgreements.map(({ kind }) => kind)

/** Returns an agency's registration agreements in reading order. Empty if the agency was registered in another way. */
export async function getRegistrationAgreements(db: Kysely<DB>, agencyId: string): Promise<DocumentRow[]> {
  const rows = await db.selectFrom('registration_documents').selectAll().where('agency_id', '=', agencyId).execute()
  return rows.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

export const areAgreementsSigned = (rows: readonly Pick<DocumentRow, 'signed_at'>[]): boolean =>
  rows.length > 0 && rows.every(({ signed_at }) => signed_at !== null)

/** Creates an agency's agreements with their current text, if it has none. */
export const createAgreements = (trx: Transaction<DB>, agencyId: string, now: Date) =>
  trx
    .insertInto('registration_documents')
    .values(
      registrationAgreements.map(({ kind, name, paragraphs }) => ({
        ...{ agency_id: agencyId, kind, doc_name: name },
        ...{ doc_text: paragraphs.join('\n\n'), created_at: now },
      })),
    )
    .onConflict((there) => there.columns(['agency_id', 'kind']).doNothing())
    .execute()

export const signAgreement = (
  trx: Transaction<DB>,
  id: string,
  signed: Required<
    Pick<
      Insertable<RegistrationDocument>,
      'signed_by_account' | 'signed_by_name' | 'signed_at' | 'sha256_before' | 'sha256_after' | 'document_name'
    >
  >,
) => trx.updateTable('registration_documents').set(signed).where('registration_doc_id', '=', id).execute()

type EventName = Selectable<RegistrationEvent>['event']

/** Adds an event to the signing record of a registration. Existing events never change. */
export const addRegistrationEvent = (
  ctx: TransactionContext,
  event: { agencyId: string; event: EventName; paperId?: string; details?: Record<string, unknown> },
) =>
  ctx.db
    .insertInto('registration_events')
    .values({
      ...{ agency_id: event.agencyId, event: event.event, registration_doc_id: event.paperId ?? null },
      ...{ actor_name: getActorName(ctx.actor), occurred_at: ctx.now, details: JSON.stringify(event.details ?? {}) },
      ...{ ip: ctx.ip, user_agent: ctx.userAgent },
    })
    .execute()

/** Returns the events of the given agreement and of the registration as a whole, oldest first. */
export const getRegistrationEvents = (db: Kysely<DB>, agencyId: string, paperId: string) =>
  db
    .selectFrom('registration_events')
    .selectAll()
    .where('agency_id', '=', agencyId)
    .where((eb) => eb.or([eb('registration_doc_id', 'is', null), eb('registration_doc_id', '=', paperId)]))
    .orderBy('registration_event_id')
    .execute()

/** Returns when and to whom the last registration link was sent. */
export const findLastSentRegistrationLink = (
  db: Kysely<DB>,
  agencyId: string,
): Promise<{ at: Date; to: string } | undefined> =>
  db
    .selectFrom('registration_events')
    .select(['occurred_at as at', sql<string>`details ->> 'sentTo'`.as('to')])
    .where('agency_id', '=', agencyId)
    .where('event', '=', 'sent')
    .orderBy('registration_event_id', 'desc')
    .limit(1)
    .executeTakeFirst()
