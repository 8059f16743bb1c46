import type { EventType } from '@tideline/sdk/types'
import type { TransactionContext } from '../http/context.ts'
import { appendEvent, appendPolicyEvents, type EventData, type EventSubject } from './append-event.ts'

/** Reacts to an event in the same transaction, for example by queueing an email, a letter or a job. */
type DomainEventListener<Payload, Needs> = (ctx: Needs, payload: Payload) => Promise<void>

type EventContext = Pick<TransactionContext, 'db' | 'now'>

/**
 * An event with its data for API clients and its internal listeners (ADR 41). Each area declares its events in
 * `events.ts`.
 */
export interface DomainEvent<Type extends EventType, Payload, Needs extends EventContext = TransactionContext> {
  type: Type
  /** Returns the subject and the data of the event. */
  event: (payload: Payload) => { about: EventSubject; data: EventData<Type> }
  /** Listeners in the order in which they are called. They run in the transaction that publishes the event. */
  listeners: readonly DomainEventListener<Payload, Needs>[]
}

/** An event about a policy. */
export interface PolicyEvent<Type extends EventType, Payload, Needs extends EventContext = TransactionContext>
  extends DomainEvent<Type, Payload, Needs> {
  event: (payload: Payload) => { about: { policyId: string }; data: EventData<Type> }
}

/** Publishes an event in the transaction that caused it. Calls its listeners and appends it for API clients. */
export async function publishEvent<Type extends EventType, Payload, Needs extends EventContext>(
  ctx: Needs,
  event: DomainEvent<Type, Payload, Needs>,
  payload: Payload,
): Promise<void> {
  for (const listener of event.listeners) await listener(ctx, payload)
  const { about, data } = event.event(payload)
  await appendEvent(ctx.db, event.type, about, data, ctx.now)
}

/** Same as `publishEvent`, for several policies. Appends their events in one statement. */
export async function publishPolicyEvents<Type extends EventType, Payload, Needs extends EventContext>(
  ctx: Needs,
  event: PolicyEvent<Type, Payload, Needs>,
  payloads: readonly Payload[],
): Promise<void> {
  for (const payload of payloads) for (const listener of event.listeners) await listener(ctx, payload)
  const events = payloads.map(event.event).map(({ about, data }) => ({ ...about, data }))
  await appendPolicyEvents(ctx.db, event.type, events, ctx.now)
}
