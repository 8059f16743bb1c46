/** A day of the calendar, YYYY-MM-DD. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
    ? undefined
    : `"${text}" is no day like 2026-11-19.`

/** Dollars with at most two decimals and no grouping. */
export const isMoney = (text: string) =>
  /^\d+(\.\d{1,2})?$/.test(text) ? undefined : `"${text}" is no amount like 1317.75.`
