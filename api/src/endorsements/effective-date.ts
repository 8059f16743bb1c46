import { addDays, getEarlierDate, getLaterDate } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import type { PolicyTerm } from '../policy/read-term.ts'
import type { Policy } from '../policy/visibility.ts'

/**
 * Number of days until new coverage takes effect. The waiting period prevents the purchase of coverage when a storm is
 * already approaching (END-2).
 */
const waitingDays = 10

/**
 * Returns the earliest effective date of an endorsement that is bound on `today`. The date is after the waiting period
 * and within the term.
 */
export function getEarliestEffectiveDate(
  policy: Pick<Policy, 'inceptionDate' | 'expirationDate' | 'hasImmediateClosing'>,
  today: string,
): string {
  const waited = policy.hasImmediateClosing ? today : addDays(today, waitingDays)
  return getEarlierDate(getLaterDate(waited, policy.inceptionDate), addDays(policy.expirationDate, -1))
}

/**
 * Returns the latest effective date of all transactions, regardless of posting order. An endorsement is out of sequence
 * if its date is earlier.
 */
const getLatestEffectiveDate = ({ begun, changes, row }: Pick<PolicyTerm, 'begun' | 'changes' | 'row'>): string =>
  [...changes.map(({ effectiveDate }) => effectiveDate), row.effective_date].reduce(getLaterDate, begun.inceptionDate)

/** Returns the requested effective date. Throws 422 if this kind of endorsement does not allow it (END-4). */
export function requireAllowedEffectiveDate(
  kind: 'ebo' | 'ebm',
  wanted: string,
  policy: Pick<Policy, 'inceptionDate' | 'expirationDate'>,
  term: Pick<PolicyTerm, 'begun' | 'changes' | 'row'>,
): string {
  const last = addDays(policy.expirationDate, -1)
  if (wanted < policy.inceptionDate || wanted > last)
    throw createUnprocessableError(
      'outside_term',
      `Effective date must be between ${formatUsDate(policy.inceptionDate)} and ${formatUsDate(last)}.`,
      'effectiveDate',
    )
  const latest = getLatestEffectiveDate(term)
  if (kind === 'ebo' && wanted >= latest)
    throw createUnprocessableError(
      'not_out_of_sequence',
      `Effective date must be before ${formatUsDate(latest)}, the effective date of the latest transaction.`,
      'effectiveDate',
    )
  return wanted
}
