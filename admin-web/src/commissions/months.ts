import type { CommissionMonthView } from '@tideline/sdk'

export interface Month {
  year: number
  /** January is 1. */
  month: number
}

const toMonthNumber = ({ year, month }: Month) => year * 12 + month - 1

/** Returns the month that is the given number of months later, or earlier when the number is negative. */
export function addMonths(of: Month, months: number): Month {
  const place = toMonthNumber(of) + months
  return { year: Math.floor(place / 12), month: (place % 12) + 1 }
}

/** Returns the path of the page with all agencies' commissions for a month. */
export const getMonthPath = ({ year, month }: Month) => `/commissions/month/${month}/${year}`

/** Returns the last month that has ended, which is the next one to close. */
export const getLastEndedMonth = (now: Date): Month =>
  addMonths({ year: now.getFullYear(), month: now.getMonth() + 1 }, -1)

/** Checks whether a month can be run: it has open statements, or no statements because nothing was calculated yet. */
export const canRunMonth = ({ openCount, closedCount }: Pick<CommissionMonthView, 'openCount' | 'closedCount'>) =>
  openCount > 0 || closedCount === 0
