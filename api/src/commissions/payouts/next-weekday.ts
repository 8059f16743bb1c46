import { addDays } from '../../calendar/days.ts'

/** Returns the next weekday after a date. ACH credits settle only on business days. */
export function getNextWeekday(day: string): string {
  const next = addDays(day, 1)
  return [0, 6].includes(new Date(`${next}T12:00:00Z`).getUTCDay()) ? getNextWeekday(next) : next
}
