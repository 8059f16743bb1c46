import type { MoratoriumEvent } from '@tideline/sdk'
import { toIsoDate } from '@tideline/web-kit/formats/format.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'

/**
 * Returns yesterday's date, the latest date on which a moratorium can be stopped (MOR-4). The server enforces the same
 * rule.
 */
export function getYesterday(): string {
  const day = new Date()
  // Subtracts one calendar day. Subtracting 24 hours would be wrong on the day that daylight saving time ends, which
  // has 25 hours.
  day.setDate(day.getDate() - 1)
  return getToday(day)
}

/** Returns the date after the given date, both as `YYYY-MM-DD`. */
export const getNextDate = (day: string) => toIsoDate(Date.parse(day) + 86_400_000)

/** The fields of a moratorium that the form edits. */
export type MoratoriumFormValues = Pick<
  MoratoriumEvent,
  | 'name'
  | 'kind'
  | 'peril'
  | 'reason'
  | 'startDate'
  | 'stopDate'
  | 'plannedStopDate'
  | 'products'
  | 'actions'
  | 'locations'
>

/** Converts the form to the API's request. An empty date becomes null or is left out. */
export const toMoratoriumRequest = (event: MoratoriumFormValues) => ({
  name: event.name,
  kind: event.kind,
  peril: event.peril,
  reason: event.reason,
  startDate: event.startDate,
  stopDate: event.stopDate || null,
  plannedStopDate: event.plannedStopDate || null,
  products: event.products,
  actions: event.actions,
  locations: event.locations.map(({ countyFips, startDate, stopDate }) => ({
    countyFips,
    ...(startDate ? { startDate } : {}),
    ...(stopDate ? { stopDate } : {}),
  })),
})
