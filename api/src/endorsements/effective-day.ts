import { getEarlierDate, getLaterDate, plusDays } from '../calendar/days.ts'
import type { Policy } from '../policy/visibility.ts'

/** New coverage waits so many days, so that nobody buys it when the storm is on its way (END-2). */
const waitingDays = 10

/** When an endorsement that is bound on `today` takes effect: after the waiting period, within the term. */
export function effectiveDay(
  policy: Pick<Policy, 'inceptionDate' | 'expirationDate' | 'hasImmediateClosing'>,
  today: string,
): string {
  const waited = policy.hasImmediateClosing ? today : plusDays(today, waitingDays)
  return getEarlierDate(getLaterDate(waited, policy.inceptionDate), plusDays(policy.expirationDate, -1))
}
