import { addDays } from './days.ts'

/** Returns whether a date is a Saturday or Sunday. */
const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())

/** Adds weekdays (Monday to Friday) to a calendar date. Holidays count as weekdays. */
export function addWeekdays(day: string, weekdays: number): string {
  let result = day
  for (let left = weekdays; left > 0; left--) {
    result = addDays(result, 1)
    while (isWeekend(result)) result = addDays(result, 1)
  }
  return result
}
