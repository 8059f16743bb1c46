/** Calendar days as `YYYY-MM-DD`; moving by days knows no time zone. */
export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

export const earlier = (a: string, b: string) => (a < b ? a : b)
export const later = (a: string, b: string) => (a > b ? a : b)
