import { getToday } from '../labels/labels.ts'

/**
 * Returns the viewer's calendar date a number of days from today, `YYYY-MM-DD`. Adds calendar days, because a day with
 * a daylight saving change does not have 24 hours.
 */
export function getDateDaysFromToday(days: number): string {
  const then = new Date()
  then.setDate(then.getDate() + days)
  return getToday(then)
}
