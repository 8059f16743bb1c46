import { getToday } from '../labels/labels.ts'

/**
 * Returns the date that is the given number of days from today in the user's time zone, `YYYY-MM-DD`. Adds calendar
 * days; a day with a daylight saving change does not have 24 hours.
 */
export function getDateDaysFromToday(days: number): string {
  const then = new Date()
  then.setDate(then.getDate() + days)
  return getToday(then)
}
