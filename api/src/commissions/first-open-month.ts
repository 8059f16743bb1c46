/**
 * Milliseconds from the end of a month in UTC to its end in American Samoa, the westernmost time zone of our products.
 */
const lastZoneMs = 11 * 3_600_000

/** Returns the first day of the earliest month that is not over in every time zone of our products (POL-7). */
export const getFirstOpenMonth = (now: Date): string =>
  `${new Date(now.getTime() - lastZoneMs).toISOString().slice(0, 7)}-01`
