/** A day of the calendar, YYYY-MM-DD. */
export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
    ? undefined
    : `"${text}" is not a date like 2026-11-19.`

/** Dollars with at most two decimals and no grouping. */
export const isMoney = (text: string) =>
  /^\d+(\.\d{1,2})?$/.test(text) ? undefined : `"${text}" is not an amount like 1317.75.`

export const isYesOrNo = (text: string) => (text === 'yes' || text === 'no' ? undefined : `"${text}" is not yes or no.`)

/** A month like 2026-10. */
export const isMonth = (text: string) =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? undefined : `"${text}" is not a month like 2026-10.`

/** Words between commas, semicolons or spaces. */
export const getList = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** One of a few words. */
export const isOneOf =
  (...words: readonly string[]) =>
  (text: string) =>
    words.includes(text) ? undefined : `"${text}" is not one of ${words.join(', ')}.`
