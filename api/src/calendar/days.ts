export const dayMs = 86_400_000

/** Adds days to a calendar date (`YYYY-MM-DD`), independent of time zones. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

export const countDaysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

export const getEarlierDate = (a: string, b: string) => (a < b ? a : b)
export const getLaterDate = (a: string, b: string) => (a > b ? a : b)

/** Adds a year to a date. February 29 becomes February 28 of the next year. */
export const addYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('-02-29', '-02-28')}`

/** Adds months to a date. A day of the month after the 28th becomes the 28th. */
export function addMonths(day: string, months: number) {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return `${first.toISOString().slice(0, 8)}${day.slice(8) > '28' ? '28' : day.slice(8)}`
}

/** Returns whether the text is an existing calendar date. Example: false for `2026-02-30`. */
export const isIsoDate = (text: string) => {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text
}
