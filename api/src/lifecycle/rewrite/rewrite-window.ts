import { addDays, getEarlierDate } from '../../calendar/days.ts'
import { formatUsDate } from '../../calendar/format-date.ts'
import { createUnprocessableError } from '../../http/api-error.ts'

/** Waiting period of new business, in days. It is waived only for an immediate closing or a rollover (END-2). */
const waitingPeriodDays = 10
/** Maximum number of days before today (immediate closing only) and after today (REW-2). */
const daysBack = 30
const daysAhead = 60

/** Range of allowed inception dates, `YYYY-MM-DD`. */
export interface RewriteWindow {
  minImmediate: string
  minNotImmediate: string
  max: string
}

/** Returns the allowed inception dates (REW-2). No allowed date is after the expiration date of the old term. */
export const getRewriteWindow = (today: string, expirationDate: string): RewriteWindow => ({
  minImmediate: addDays(today, -daysBack),
  minNotImmediate: addDays(today, waitingPeriodDays),
  max: getEarlierDate(addDays(today, daysAhead), expirationDate),
})

/** Throws 422 if the date is outside the window or equals the current inception date. */
export function assertInRewriteWindow(
  window: RewriteWindow,
  input: { inceptionDate: string; hasImmediateClosing: boolean },
  presentDate: string,
): void {
  const { inceptionDate, hasImmediateClosing } = input
  const min = hasImmediateClosing ? window.minImmediate : window.minNotImmediate
  if (inceptionDate === presentDate)
    throw createUnprocessableError(
      'nothing_changed',
      'inceptionDate: the policy already starts on this date.',
      'inceptionDate',
    )
  if (window.max < min)
    throw createUnprocessableError(
      'no_valid_dates',
      'inceptionDate: the term ends before a new one could begin.',
      'inceptionDate',
    )
  const isWaiting = !hasImmediateClosing && inceptionDate < min && inceptionDate >= window.minImmediate
  if (isWaiting)
    throw createUnprocessableError(
      'waiting_period',
      `inceptionDate: without Immediate Closing the waiting period is ${waitingPeriodDays} days; the first day is ${formatUsDate(min)}.`,
      'inceptionDate',
    )
  if (inceptionDate < min || inceptionDate > window.max)
    throw createUnprocessableError(
      'date_out_of_range',
      `inceptionDate: must be between ${formatUsDate(min)} and ${formatUsDate(window.max)}.`,
      'inceptionDate',
    )
}
