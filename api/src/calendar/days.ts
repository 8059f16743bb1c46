/** Milliseconds of a day. */
export const dayMs = 86_400_000

/** Calendar days as `YYYY-MM-DD`; moving by days knows no time zone. */
export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

export const getEarlierDate = (a: string, b: string) => (a < b ? a : b)
export const getLaterDate = (a: string, b: string) => (a > b ? a : b)

/** The same day a year later; 29 February becomes 28. */
export const plusYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('-02-29', '-02-28')}`

/** The same day so many months later, at most the 28th. */
export function plusMonths(day: string, months: number) {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return `${first.toISOString().slice(0, 8)}${day.slice(8) > '28' ? '28' : day.slice(8)}`
}

/** A day that the calendar has: `2026-02-30` is written like one and is none. */
export const isIsoDate = (text: string) => {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text
}
