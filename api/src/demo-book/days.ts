/** Milliseconds of a day. */
export const dayMs = 86_400_000

/** A calendar day moved by whole days, `YYYY-MM-DD`. */
export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The same day a year later; 29 February becomes 28. */
export const plusYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('-02-29', '-02-28')}`

/** The same day so many months later, at most the 28th. */
export function plusMonths(day: string, months: number) {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return `${first.toISOString().slice(0, 8)}${day.slice(8) > '28' ? '28' : day.slice(8)}`
}
