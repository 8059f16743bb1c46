import { addDays } from '../../calendar/days.ts'
import type { Policy } from '../../policy/visibility.ts'

/**
 * Days before a term ends when its renewal is bound, because the insured and the lienholders must be notified 45 days
 * in advance (domain 4).
 */
export const renewDaysAhead = 45

/** Returns whether a term is in force, is not marked for non-renewal, and ends within `renewDaysAhead` days. */
export const isDueForRenewal = (
  policy: Pick<Policy, 'isCancelled' | 'isPendingCancel' | 'isExpired' | 'isNonRenewal' | 'expirationDate'>,
  today: string,
): boolean =>
  !policy.isCancelled &&
  !policy.isPendingCancel &&
  !policy.isNonRenewal &&
  !policy.isExpired &&
  policy.expirationDate <= addDays(today, renewDaysAhead)
