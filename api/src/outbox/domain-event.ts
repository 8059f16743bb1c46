import type { EventType } from '@tideline/sdk/types'
import type { TransactionContext } from '../http/context.ts'
import { appendEvent, type DataOf, type Subject } from './append-event.ts'

/** Does what follows when it is told: a mail, letters, a job. What it does is there if and only if the transaction commits. */
export type Listener<Told, Needs> = (ctx: Needs, told: Told) => Promise<void>

type AnnounceCtx = Pick<TransactionContext, 'db' | 'now'>

/** Something that happens, what programs hear of it, and who else listens (ADR 41). An area declares its own in its `events.ts`. */
export interface DomainEvent<Type extends EventType, Told, Needs extends AnnounceCtx = TransactionContext> {
  type: Type
  /** What the event is about and holds, of what the listeners are told. */
  event: (told: Told) => { about: Subject; data: DataOf<Type> }
  /** In this order, within the transaction that announces it. */
  listeners: readonly Listener<Told, Needs>[]
}

/** Announces a fact once, in the transaction that made it: to programs, and to whoever its declaration names. */
export async function publishEvent<Type extends EventType, Told, Needs extends AnnounceCtx>(
  ctx: Needs,
  fact: DomainEvent<Type, Told, Needs>,
  told: Told,
): Promise<void> {
  for (const listener of fact.listeners) await listener(ctx, told)
  const { about, data } = fact.event(told)
  await appendEvent(ctx.db, fact.type, about, data, ctx.now)
}
