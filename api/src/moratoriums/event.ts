import { isDay, plusDays } from '../calendar/days.ts'
import type { Operations } from '../generated/operations.ts'
import { badRequest } from '../http/collection.ts'
import { refused } from '../http/refusal.ts'

export type MoratoriumEvent = Operations['saveMoratorium']['answer']['payload']
export type MoratoriumDraft = Operations['saveMoratorium']['body']
export type MoratoriumAction = MoratoriumEvent['actions'][number]

/** What each kind may stop (decision 24). */
const actionsOf: Record<MoratoriumEvent['kind'], readonly MoratoriumAction[]> = {
  bind: ['newBusiness', 'higherLimits', 'lowerDeductible', 'rewrite', 'reinstatement'],
  regulatory: ['cancellation', 'nonRenewal'],
}

/** The screens send moments; the day in them counts. */
export const dayOf = (date: string | null | undefined): string | null => date?.slice(0, 10) ?? null

/** A calendar date that exists: `2026-02-30` fits the contract's pattern and no calendar. Throws 400. */
function requireDay(day: string, field: string) {
  if (!isDay(day)) throw badRequest(field, 'is no day of the calendar.')
}

/** An event stops what its kind may stop. Throws 422 naming the field. */
export function requireActions({ kind, actions }: Pick<MoratoriumDraft, 'kind' | 'actions'>): void {
  const wrong = actions.find((action) => !actionsOf[kind].includes(action))
  if (wrong) throw refused('wrong_action', `actions: a ${kind} event does not stop ${wrong}.`, 'actions')
}

/**
 * The rules of an event: it stops what its kind may stop, and its stop date is yesterday or earlier (decision 6), not
 * before its start. Throws 400 or 422 naming the field. Days are `YYYY-MM-DD`.
 */
export function requireValidEvent(
  event: MoratoriumDraft,
  today: string,
): { startDate: string; stopDate: string | null } {
  const startDate = dayOf(event.startDate) ?? today
  const stopDate = dayOf(event.stopDate)
  requireDay(startDate, 'startDate')
  requireActions(event)
  if (stopDate === null) return { startDate, stopDate }
  requireDay(stopDate, 'stopDate')
  if (stopDate > plusDays(today, -1))
    throw refused('stop_too_late', 'stopDate: the stop date is yesterday or earlier.', 'stopDate')
  if (stopDate < startDate)
    throw refused('stop_before_start', 'stopDate: the event cannot stop before it starts.', 'stopDate')
  return { startDate, stopDate }
}
