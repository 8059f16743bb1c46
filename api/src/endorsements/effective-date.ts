import { addDays, getEarlierDate, getLaterDate } from '../calendar/days.ts'
import type { Policy } from '../policy/visibility.ts'

/**
 * Number of days until new coverage takes effect. The waiting period prevents purchases when a storm is already
 * approaching (END-2).
 */
const waitingDays = 10

/**
 * Returns the earliest effective date of an endorsement bound on `today`. It is after the waiting period and within the
 * term.
 */
export function getEarliestEffectiveDate(
  policy: Pick<Policy, 'inceptionDate' | 'expirationDate' | 'hasImmediateClosing'>,
  today: string,
): string {
  const waited = policy.hasImmediateClosing ? today : addDays(today, waitingDays)
  return getEarlierDate(getLaterDate(waited, policy.inceptionDate), addDays(policy.expirationDate, -1))
}
