import type { EventType, TidelineEvent } from '@tideline/sdk/types'
import { sql, type Transaction } from 'kysely'
import { pipelined } from '../db/pipeline.ts'
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
  if ('policyId' in about) return appendPolicyEvents(trx, type, [{ policyId: about.policyId, data }], now)
  const agencyId = 'agencyId' in about ? about.agencyId : null
  await sql`with added as (insert into events (type, occurred_at, agency_id, data)
    values (${type}, ${now}, ${agencyId}, ${JSON.stringify(data)}::jsonb) returning event_no) ${fanOutSql}`.execute(trx)
}

/** Queues a delivery job for each `added` event if webhook endpoints exist. */
const fanOutSql = sql`select graphile_worker.add_job('fan-out-event', json_build_object('eventNo', added.event_no))
  from added where exists (select from webhook_endpoints where disabled_at is null)`

/**
 * Appends one event of the same type for each of several policies, in one statement. PostgreSQL plans the statement for
 * one policy, which is frequent, once for each connection. It plans one with arrays every time.
 */
export async function appendPolicyEvents<Type extends EventType>(
  trx: Transaction<DB>,
  type: Type,
  events: readonly { policyId: string; data: EventData<Type> }[],
  now: Date,
): Promise<void> {
  const policyIds = events.map(({ policyId }) => policyId)
  const data = events.map((event) => JSON.stringify(event.data))
  const subjects =
    events.length === 1
      ? sql`(values (${policyIds[0]}::uuid, ${data[0]}::text, 1)) about (policy_id, data, place)`
      : sql`unnest(${policyIds}::uuid[], ${data}::text[]) with ordinality about (policy_id, data, place)`
  await sql`${pipelined} with added as (insert into events (type, occurred_at, agency_id, policy_id, data)
    select ${type}, ${now}, p.agency_id, p.policy_id, jsonb_build_object('policyNo', p.policy_no) || about.data::jsonb
    from ${subjects} join policies p using (policy_id) order by about.place returning event_no) ${fanOutSql}`.execute(
    trx,
  )
}

/** Appends a test event for one webhook endpoint. Does not send it. Returns the event number. */
export async function appendTestEvent(trx: Transaction<DB>, endpointId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ event_no: number }>`insert into events (type, occurred_at, data)
    values ('webhook.test', ${now}, ${JSON.stringify({ endpointId })}::jsonb) returning event_no`.execute(trx)
  return rows[0]?.event_no ?? 0
}
