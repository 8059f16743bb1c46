import { getEarlierDate, plusDays } from '../../calendar/days.ts'
import { rejected } from '../../http/api-error.ts'

/** The waiting period of new business: only an immediate closing or a roll-over waives it (END-2). */
export const waitingDays = 10
/** How far back an immediate closing may lie, and how far ahead a term may begin (REW-2). */
const daysBack = 30
const daysAhead = 60

/** Between which days a new term may begin, `YYYY-MM-DD`. */
export interface RewriteWindow {
  minImmediate: string
  minNotImmediate: string
  max: string
}

/** The window of REW-2: never past the expiry of the term that is given up. */
export const rewriteWindow = (today: string, expirationDate: string): RewriteWindow => ({
  minImmediate: plusDays(today, -daysBack),
  minNotImmediate: plusDays(today, waitingDays),
  max: getEarlierDate(plusDays(today, daysAhead), expirationDate),
})

/** Refuses a day outside the window, and the day on which the term begins already. Throws 422. */
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
      `inceptionDate: without Immediate Closing the waiting period is ${waitingDays} days; the first day is ${min}.`,
      'inceptionDate',
    )
  if (inceptionDate < min || inceptionDate > window.max)
    throw rejected('outside_window', `inceptionDate: must be between ${min} and ${window.max}.`, 'inceptionDate')
}
