import { addDays } from '../../calendar/days.ts'
import type { Policy } from '../../policy/visibility.ts'

/**
 * Number of days before the end of a term on which its renewal is bound. The insured and the lienholders must be
 * notified 45 days in advance.
 */
export const renewalLeadDays = 45

/**
 * Returns whether a term is due for renewal: in force, not marked for non-renewal, and ending within `renewalLeadDays`
 * days.
 */
export const isDueForRenewal = (
  policy: Pick<Policy, 'isCancelled' | 'isPendingCancel' | 'isExpired' | 'isNonRenewal' | 'expirationDate'>,
  today: string,
): boolean =>
  !policy.isCancelled &&
  !policy.isPendingCancel &&
  !policy.isNonRenewal &&
  !policy.isExpired &&
  policy.expirationDate <= addDays(today, renewalLeadDays)
