import { plusDays } from '../../calendar/days.ts'
import type { Policy } from '../../policy/visibility.ts'

/** So many days before a term ends the next one is bound: insured and lenders hear of it 45 days ahead (domain 4). */
export const renewDaysAhead = 45

/** A term renews that is in force, that nobody has decided not to renew, and that ends within `renewDaysAhead`. */
export const isDueForRenewal = (
  policy: Pick<Policy, 'isCancelled' | 'isPendingCancel' | 'isExpired' | 'isNonRenewal' | 'expirationDate'>,
  today: string,
): boolean =>
  !policy.isCancelled &&
  !policy.isPendingCancel &&
  !policy.isNonRenewal &&
  !policy.isExpired &&
  policy.expirationDate <= plusDays(today, renewDaysAhead)
