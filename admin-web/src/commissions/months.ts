import type { CommissionMonthView } from '@tideline/sdk'

export interface Month {
  year: number
  /** 1 is January. */
  month: number
}

const getLocation = ({ year, month }: Month) => year * 12 + month - 1

/** The month that comes so many after another, or before it. */
export function later(of: Month, months: number): Month {
  const place = getLocation(of) + months
  return { year: Math.floor(place / 12), month: (place % 12) + 1 }
}

/** Where a month of all agencies is shown. */
export const monthPath = ({ year, month }: Month) => `/commissions/month/${month}/${year}`

/** The last month that is over: what there is to close. */
export const lastMonth = (now: Date): Month => later({ year: now.getFullYear(), month: now.getMonth() + 1 }, -1)

/** A month with open statements can be run, and one without any: its lines are not calculated yet. */
export const isRunnable = ({ openCount, closedCount }: Pick<CommissionMonthView, 'openCount' | 'closedCount'>) =>
  openCount > 0 || closedCount === 0
