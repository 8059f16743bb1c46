import type { EventType, TidelineEvent } from '@tideline/sdk/types'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

declare module './enqueue.ts' {
  interface Jobs {
    'fan-out-event': { eventNo: number }
  }
}

/** What an event holds, but for what the announcement knows by itself from what it is about. */
export type DataOf<Type extends EventType> = Omit<Extract<TidelineEvent, { type: Type }>['data'], 'policyNo'>

/** What an event is about: a policy, and through it an agency; an agency alone; or neither, which is the house's own. */
export type Subject = { policyId: string } | { agencyId: string } | Record<never, never>

/**
 * Tells that something happened, in the transaction that did it: the event is there if and only if that commits. Programs hear of it by
 * the list of events and by webhooks. The contract says what each event holds; `policyNo` comes from the policy. A fact that others listen
 * to as well, such as a mail, is announced by `publishEvent`.
 */
export async function appendEvent<Type extends EventType>(
  trx: Transaction<DB>,
  type: Type,
  about: Subject,
  data: DataOf<Type>,
  now: Date,
): Promise<void> {
  const json = JSON.stringify(data)
  const fanOut = sql`select graphile_worker.add_job('fan-out-event', json_build_object('eventNo', told.event_no))
    from told where exists (select from webhook_endpoints where disabled_at is null)`
  if ('policyId' in about)
    await sql`with told as (insert into events (type, occurred_at, agency_id, policy_id, data)
      select ${type}, ${now}, p.agency_id, p.policy_id, jsonb_build_object('policyNo', p.policy_no) || ${json}::jsonb
      from policies p where p.policy_id = ${about.policyId} returning event_no) ${fanOut}`.execute(trx)
  else
    await sql`with told as (insert into events (type, occurred_at, agency_id, data)
      values (${type}, ${now}, ${'agencyId' in about ? about.agencyId : null}, ${json}::jsonb) returning event_no) ${fanOut}`.execute(
      trx,
    )
}

/** A test of one address; it goes nowhere by itself. Answers the event's number. */
export async function appendTestEvent(trx: Transaction<DB>, endpointId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ event_no: number }>`insert into events (type, occurred_at, data)
    values ('webhook.test', ${now}, ${JSON.stringify({ endpointId })}::jsonb) returning event_no`.execute(trx)
  return rows[0]?.event_no ?? 0
}
