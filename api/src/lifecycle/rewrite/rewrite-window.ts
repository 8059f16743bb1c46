import { addDays, getEarlierDate } from '../../calendar/days.ts'
import { formatUsDate } from '../../calendar/format-date.ts'
import { rejected } from '../../http/api-error.ts'

/** The waiting period of new business, in days. Only an immediate closing or a rollover waives it (END-2). */
export const waitingDays = 10
/** The most days before today for an immediate closing, and after today for any new term (REW-2). */
const daysBack = 30
const daysAhead = 60

/** The range of allowed inception dates, `YYYY-MM-DD`. */
export interface RewriteWindow {
  minImmediate: string
  minNotImmediate: string
  max: string
}

/** Returns the date window of REW-2, which never extends past the expiration date of the old term. */
export const getRewriteWindow = (today: string, expirationDate: string): RewriteWindow => ({
  minImmediate: addDays(today, -daysBack),
  minNotImmediate: addDays(today, waitingDays),
  max: getEarlierDate(addDays(today, daysAhead), expirationDate),
})

/** Throws 422 for a date outside the window, and for the current inception date. */
export function assertInRewriteWindow(
  window: RewriteWindow,
  wish: { inceptionDate: string; hasImmediateClosing: boolean },
  presentDate: string,
): void {
  const { inceptionDate, hasImmediateClosing } = wish
  const min = hasImmediateClosing ? window.minImmediate : window.minNotImmediate
  if (inceptionDate === presentDate)
    throw rejected('nothing_changed', 'inceptionDate: the policy already starts on this date.', 'inceptionDate')
  if (window.max < min)
    throw rejected('no_window', 'inceptionDate: the term ends before a new one could begin.', 'inceptionDate')
  const isWaiting = !hasImmediateClosing && inceptionDate < min && inceptionDate >= window.minImmediate
  if (isWaiting)
    throw rejected(
      'waiting_period',
      `inceptionDate: without Immediate Closing the waiting period is ${waitingDays} days; the first day is ${formatUsDate(min)}.`,
      'inceptionDate',
    )
  if (inceptionDate < min || inceptionDate > window.max)
    throw rejected(
      'outside_window',
      `inceptionDate: must be between ${formatUsDate(min)} and ${formatUsDate(window.max)}.`,
      'inceptionDate',
    )
}
