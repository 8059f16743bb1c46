import { getToday } from '../labels/labels.ts'

/**
 * Returns the date a number of days from today in the user's time zone, `YYYY-MM-DD`. Adds calendar days because days
 * with a daylight saving change do not have 24 hours.
 */
export function getDateDaysFromToday(days: number): string {
  const then = new Date()
  then.setDate(then.getDate() + days)
  return getToday(then)
}
