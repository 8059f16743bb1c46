import { getToday } from '../labels/labels.ts'

/**
 * A calendar day of the viewer, `YYYY-MM-DD`, so many days from today. Counted on the calendar: between summer and winter time so many
 * times 24 hours is another day for an hour of the night.
 */
export function inDays(days: number): string {
  const then = new Date()
  then.setDate(then.getDate() + days)
  return getToday(then)
}
