import { getLaterDate } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { createConflictError } from '../http/api-error.ts'
import type { PolicyTerm } from '../policy/read-term.ts'
import type { Policy } from '../policy/visibility.ts'
import { getEarliestEffectiveDate } from './effective-date.ts'
import type { QuoteRow } from './quote-row.ts'

/**
 * Returns the effective date of a quote. For ordinary quotes that are not bound, it moves each day so that the waiting
 * period is always met.
 */
export function getQuoteEffectiveDate(
  { kind, state, effectiveDate }: Pick<QuoteRow, 'kind' | 'state' | 'effectiveDate'>,
  policy: Pick<Policy, 'inceptionDate' | 'expirationDate' | 'hasImmediateClosing' | 'state' | 'timeZone'>,
  now: Date,
): string {
  const waits = kind !== 'ebo' && kind !== 'ebm' && (state === 'open' || state === 'rated')
  return waits
    ? getLaterDate(effectiveDate, getEarliestEffectiveDate(policy, getPropertyDate(now, policy)))
    : effectiveDate
}

/**
 * Returns whether a quote is open: it is neither bound nor expired, and no transaction has changed the policy since it
 * was created.
 */
export const isOpenQuote = (
  quote: Pick<QuoteRow, 'state' | 'expiresAt' | 'base_transaction_id'>,
  { row }: Pick<PolicyTerm, 'row'>,
  now: Date,
) =>
  (quote.state === 'open' || quote.state === 'rated') &&
  quote.expiresAt > now &&
  quote.base_transaction_id === row.policy_transaction_id

/** Throws 409 if a quote is already bound or has expired. */
export function requireOpenQuote(
  quote: Parameters<typeof isOpenQuote>[0],
  term: Pick<PolicyTerm, 'row'>,
  now: Date,
): void {
  if (quote.state === 'bound') throw createConflictError('already_bound', 'The quote has already been bound.')
  if (!isOpenQuote(quote, term, now))
    throw createConflictError(
      'quote_expired',
      'The policy has changed since this quote was created. Create a new quote.',
    )
}
