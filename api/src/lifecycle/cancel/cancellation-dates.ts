import { getEarlierDate, getLaterDate } from '../../calendar/days.ts'
import type { Policy } from '../../policy/visibility.ts'
import type { RefundRule } from './refund-rules.ts'

/**
 * Returns whether coverage continues until a future effective date. It does not if the term has not started by that
 * date (CAN-13).
 */
export const isFutureEffective = (
  policy: Pick<Policy, 'inceptionDate'>,
  effectiveDate: string,
  today: string,
): boolean => effectiveDate > getLaterDate(today, policy.inceptionDate)

/** Returns whether a cancellation on `endDay` returns premium for days before today at the property. */
export function returnsElapsedPremium(
  policy: Pick<Policy, 'inceptionDate' | 'expirationDate'>,
  { refund }: { refund: Pick<RefundRule, 'premium'> },
  endDay: string,
  today: string,
): boolean {
  if (refund.premium === 'none') return false
  const coveredUntil = getEarlierDate(today, policy.expirationDate)
  return (refund.premium === 'full' ? policy.inceptionDate : endDay) < coveredUntil
}
