import type { EventType } from '@tideline/sdk/types'
import type { TransactionContext } from '../http/context.ts'
import { appendEvent, type EventData, type EventSubject } from './append-event.ts'

/** Reacts to an event in the same transaction, for example by queueing an email, a letter or a job. */
type DomainEventListener<Told, Needs> = (ctx: Needs, told: Told) => Promise<void>

type AnnounceCtx = Pick<TransactionContext, 'db' | 'now'>

/**
 * An event with its data for API clients and its internal listeners (ADR 41). Each area declares its events in
 * `events.ts`.
 */
export interface DomainEvent<Type extends EventType, Told, Needs extends AnnounceCtx = TransactionContext> {
  type: Type
  /** Returns the subject and the data of the event. */
  event: (told: Told) => { about: EventSubject; data: EventData<Type> }
  /** Listeners in the order in which they are called. They run in the transaction that publishes the event. */
  listeners: readonly DomainEventListener<Told, Needs>[]
}

/** Publishes an event in the transaction that caused it. Calls its listeners and appends it for API clients. */
export async function publishEvent<Type extends EventType, Told, Needs extends AnnounceCtx>(
  ctx: Needs,
  fact: DomainEvent<Type, Told, Needs>,
  told: Told,
): Promise<void> {
  for (const listener of fact.listeners) await listener(ctx, told)
  const { about, data } = fact.event(told)
  await appendEvent(ctx.db, fact.type, about, data, ctx.now)
}
