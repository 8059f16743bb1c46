const pad = (part: number) => String(part).padStart(2, '0')

/**
 * The day of an internal endorsement as the API takes it, `YYYY-MM-DD`, from a Date or a string that is one (END-4).
 * Throws with the specification's sentences for anything else.
 */
export function toEffectiveDate(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))) return value
  if (!(value instanceof Date) && typeof value !== 'string')
    throw new Error('Effective date must be a Date object or a valid date string')
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) throw new Error('Invalid date format')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** The days of a term that an endorsement may take effect on: from inception to a year after (END-4). */
export const termOf = (inceptionDate: string) => ({
  min: inceptionDate,
  max: `${Number(inceptionDate.slice(0, 4)) + 1}${inceptionDate.slice(4)}`,
})
