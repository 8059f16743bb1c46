/**
 * Time from the end of a month in UTC to the end in American Samoa, in milliseconds. American Samoa is the westernmost
 * time zone of our products.
 */
const lastZoneMs = 11 * 3_600_000

/**
 * Returns the first day of the current month in the westernmost time zone of our products (POL-7). All earlier months
 * are over everywhere.
 */
export const getFirstOpenMonth = (now: Date): string =>
  `${new Date(now.getTime() - lastZoneMs).toISOString().slice(0, 7)}-01`
