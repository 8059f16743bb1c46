/** Returns an error message if the text is not a date (YYYY-MM-DD). */
export const checkDate = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)
    ? undefined
    : `"${text}" is not a date like 2026-11-19.`

/**
 * Returns an error message if the text is not a dollar amount. Amounts have at most two decimals and no thousands
 * separators.
 */
export const checkDollarAmount = (text: string) =>
  /^\d+(\.\d{1,2})?$/.test(text) ? undefined : `"${text}" is not an amount like 1317.75.`

export const checkYesOrNo = (text: string) =>
  text === 'yes' || text === 'no' ? undefined : `"${text}" is not yes or no.`

/** Returns an error message if the text is not a month, such as 2026-10. */
export const checkMonth = (text: string) =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? undefined : `"${text}" is not a month like 2026-10.`

/** Splits text at commas, semicolons or spaces. */
export const splitList = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** Creates a validation function that accepts only the given values. */
export const createChoiceCheck =
  (...words: readonly string[]) =>
  (text: string) =>
    words.includes(text) ? undefined : `"${text}" is not one of ${words.join(', ')}.`
