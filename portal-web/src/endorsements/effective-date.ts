import { getToday } from '@tideline/web-kit/labels/labels.ts'

const pad = (part: number) => String(part).padStart(2, '0')

/**
 * Converts a `Date` or date string to the effective date of an internal endorsement, `YYYY-MM-DD` (END-4).
 *
 * @throws if the value is not a valid date
 */
export function toEffectiveDate(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))) return value
  if (!(value instanceof Date) && typeof value !== 'string')
    throw new Error('Effective date must be a Date object or a valid date string')
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) throw new Error('Invalid date format')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/**
 * Returns the first and last possible effective date of an endorsement: the inception date and the date one year later
 * (END-4).
 */
export const getEndorsementDates = (inceptionDate: string) => ({
  min: inceptionDate,
  max: `${Number(inceptionDate.slice(0, 4)) + 1}${inceptionDate.slice(4)}`,
})

const dayBefore = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return getToday(new Date(year, month - 1, date - 1))
}

/**
 * Returns the first and last allowed effective date of an out-of-sequence endorsement: the inception date and the day
 * before the latest transaction takes effect (END-4). Returns undefined if no transaction takes effect after inception.
 */
export function getOutOfSequenceDates(
  inceptionDate: string,
  transactions: readonly { effectiveDate: string }[],
): { min: string; max: string } | undefined {
  const latest =
    transactions
      .map(({ effectiveDate }) => effectiveDate)
      .toSorted()
      .at(-1) ?? inceptionDate
  return latest > inceptionDate ? { min: inceptionDate, max: dayBefore(latest) } : undefined
}
