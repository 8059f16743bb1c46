import type { EventType, TidelineEvent } from '@tideline/sdk/types'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

declare module './enqueue-job.ts' {
  interface Jobs {
    'fan-out-event': { eventNo: number }
  }
}

/** Data of an event without `policyNo`, which `appendEvent` adds. */
export type EventData<Type extends EventType> = Omit<Extract<TidelineEvent, { type: Type }>['data'], 'policyNo'>

/** Subject of an event: a policy and its agency, only an agency, or neither for an internal event. */
export type EventSubject = { policyId: string } | { agencyId: string } | Record<never, never>

/**
 * Appends an event in the transaction that caused it so that both commit or roll back together. API clients receive it
 * through the event list and webhooks. Use `publishEvent` for events with internal listeners, such as emails.
 */
export async function appendEvent<Type extends EventType>(
  trx: Transaction<DB>,
  type: Type,
  about: EventSubject,
  data: EventData<Type>,
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

/** Appends a test event for one webhook endpoint. Does not send it. Returns the event number. */
export async function appendTestEvent(trx: Transaction<DB>, endpointId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ event_no: number }>`insert into events (type, occurred_at, data)
    values ('webhook.test', ${now}, ${JSON.stringify({ endpointId })}::jsonb) returning event_no`.execute(trx)
  return rows[0]?.event_no ?? 0
}
