import type { EventType } from '@tideline/sdk/types'
import type { TrxCtx } from '../http/context.ts'
import { announce, type DataOf, type Subject } from './announce.ts'

/** Does what follows when it is told: a mail, letters, a job. What it does is there if and only if the transaction commits. */
export type Listener<Told, Needs> = (ctx: Needs, told: Told) => Promise<void>

type AnnounceCtx = Pick<TrxCtx, 'db' | 'now'>

/** Something that happens, what programs hear of it, and who else listens (ADR 41). An area declares its own in its `facts.ts`. */
export interface Fact<Type extends EventType, Told, Needs extends AnnounceCtx = TrxCtx> {
  type: Type
  /** What the event is about and holds, of what the listeners are told. */
  event: (told: Told) => { about: Subject; data: DataOf<Type> }
  /** In this order, within the transaction that announces it. */
  listeners: readonly Listener<Told, Needs>[]
}

/** Announces a fact once, in the transaction that made it: to programs, and to whoever its declaration names. */
export async function announceFact<Type extends EventType, Told, Needs extends AnnounceCtx>(
  ctx: Needs,
  fact: Fact<Type, Told, Needs>,
  told: Told,
): Promise<void> {
  for (const listener of fact.listeners) await listener(ctx, told)
  const { about, data } = fact.event(told)
  await announce(ctx.db, fact.type, about, data, ctx.now)
}
