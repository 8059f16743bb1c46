import { type SqlBool, sql } from 'kysely'
import { addDays, isIsoDate } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { Operations } from '../generated/operations.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import { createBadRequestError } from '../http/collection.ts'

export type MoratoriumEvent = Operations['saveMoratorium']['response']['payload']
export type MoratoriumDraft = Operations['saveMoratorium']['body']
export type MoratoriumAction = MoratoriumEvent['actions'][number]

/** Actions that each kind of moratorium can restrict (MOR-1). */
const actionsOf: Record<MoratoriumEvent['kind'], readonly MoratoriumAction[]> = {
  bind: ['newBusiness', 'higherLimits', 'lowerDeductible', 'rewrite', 'reinstatement'],
  regulatory: ['cancellation', 'nonRenewal'],
}

/** Returns the date part of a date or timestamp, because screens send timestamps. */
export const getDatePart = (date: string | null | undefined): string | null => date?.slice(0, 10) ?? null

/** Throws 400 if a date does not exist. For example, `2026-02-30` matches the contract's pattern but is not a date. */
function assertValidDate(day: string, field: string) {
  if (!isIsoDate(day)) throw createBadRequestError(field, 'is not a valid date.')
}

/** Throws 422 with the field if the kind of moratorium cannot restrict the actions. */
export function assertAllowedActions({ kind, actions }: Pick<MoratoriumDraft, 'kind' | 'actions'>): void {
  const wrong = actions.find((action) => !actionsOf[kind].includes(action))
  if (wrong)
    throw createUnprocessableError('wrong_action', `actions: a ${kind} event does not stop ${wrong}.`, 'actions')
}

/** The dates of a moratorium, `YYYY-MM-DD`. */
export interface MoratoriumDates {
  startDate: string
  /** Last day. Set when the moratorium is stopped. */
  stopDate: string | null
  /** Planned last day, which may be in the future. */
  plannedStopDate: string | null
}

/**
 * Validates a moratorium and returns its dates (`YYYY-MM-DD`). The kind must allow the actions (MOR-1), the stop date
 * must be before today (MOR-4), and no end can be before the start. Throws 400 or 422 with the field.
 */
export function parseMoratoriumDates(event: MoratoriumDraft, today: string): MoratoriumDates {
  const startDate = getDatePart(event.startDate) ?? today
  const stopDate = getDatePart(event.stopDate)
  const plannedStopDate = getDatePart(event.plannedStopDate)
  assertValidDate(startDate, 'startDate')
  assertAllowedActions(event)
  if (stopDate !== null) assertValidDate(stopDate, 'stopDate')
  if (plannedStopDate !== null) assertValidDate(plannedStopDate, 'plannedStopDate')
  if (stopDate !== null && stopDate > addDays(today, -1))
    throw createUnprocessableError('stop_too_late', 'stopDate: the stop date must be yesterday or earlier.', 'stopDate')
  if (stopDate !== null && stopDate < startDate)
    throw createUnprocessableError(
      'stop_before_start',
      'stopDate: the moratorium cannot end before it starts.',
      'stopDate',
    )
  if (plannedStopDate !== null && plannedStopDate < startDate)
    throw createUnprocessableError(
      'stop_before_start',
      'plannedStopDate: the planned end must be on or after the start date.',
      'plannedStopDate',
    )
  return { startDate, stopDate, plannedStopDate }
}

/**
 * Returns the current date in American Samoa, the westernmost jurisdiction. When a planned end has passed there, the
 * moratorium has ended everywhere.
 */
const getWesternmostDate = (now: Date) => getPropertyDate(now, 'AS')

type EventEnd = Pick<MoratoriumEvent, 'stopDate' | 'plannedStopDate' | 'withdrawnAt'>

/**
 * Returns the status of a moratorium (MOR-5). It is active unless it was withdrawn or stopped, or its planned end has
 * passed.
 */
export function getMoratoriumStatus(
  { stopDate, plannedStopDate, withdrawnAt }: EventEnd,
  now: Date,
): MoratoriumEvent['status'] {
  if (withdrawnAt !== null) return 'withdrawn'
  if (stopDate !== null) return 'stopped'
  return plannedStopDate !== null && plannedStopDate < getWesternmostDate(now) ? 'ended' : 'active'
}

/** Returns the SQL condition that the moratorium event `e` is active, as in `getMoratoriumStatus`. */
export const activeMoratoriumCondition = (now: Date) => sql<SqlBool>`(e.stop_date is null and e.withdrawn_at is null
  and (e.planned_stop_date is null or e.planned_stop_date >= ${getWesternmostDate(now)}::date))`
