import type { CommissionMonthView } from '@tideline/sdk'

export interface Month {
  year: number
  /** Month number. January is 1. */
  month: number
}

const toMonthNumber = ({ year, month }: Month) => year * 12 + month - 1

/** Adds a number of months, which can be negative. */
export function addMonths(of: Month, months: number): Month {
  const place = toMonthNumber(of) + months
  return { year: Math.floor(place / 12), month: (place % 12) + 1 }
}

/** Returns the path of the page with all agencies' commissions for the month. */
export const getMonthPath = ({ year, month }: Month) => `/commissions/month/${month}/${year}`

/** Returns the most recent month that has ended. */
export const getLastEndedMonth = (now: Date): Month =>
  addMonths({ year: now.getFullYear(), month: now.getMonth() + 1 }, -1)

/** Returns whether a commission run can be started for a month: it has open statements or no statements at all. */
export const canRunMonth = ({ openCount, closedCount }: Pick<CommissionMonthView, 'openCount' | 'closedCount'>) =>
  openCount > 0 || closedCount === 0
