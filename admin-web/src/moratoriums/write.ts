import type { MoratoriumEvent } from '@tideline/sdk'
import { isoDay } from '@tideline/web-kit/formats/format.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'

/** An event is stopped by its last day, which is over: yesterday or earlier (MOR-4). The server says so, too. */
export function yesterday(): string {
  const day = new Date()
  // Not 24 hours ago: a day on which the clock is put back has 25.
  day.setDate(day.getDate() - 1)
  return getToday(day)
}

/** The day after a calendar day, both `YYYY-MM-DD`. */
export const nextDay = (day: string) => isoDay(Date.parse(day) + 86_400_000)

/** What the form holds of an event. */
export type Write = Pick<
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

/** What the API takes of the form; empty dates are none. */
export const buildInput = (event: Write) => ({
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
