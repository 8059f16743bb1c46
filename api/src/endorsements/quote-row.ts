import type { Selectable } from 'kysely'
import type { Quote as QuoteTable } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'

export type Quote = Operations['getQuote']['response']
export type QuoteApplication = Quote['application']

/**
 * A stored quote with the requested changes in the contract's format. The price is not stored because it is calculated
 * from the current policy.
 */
export interface QuoteRow extends Pick<Selectable<QuoteTable>, 'quote_number' | 'kind' | 'state' | 'version'> {
  quoteId: string
  policyNo: string
  effectiveDate: string
  /** The effective date for which the quote was last saved. Null before it is saved. */
  savedEffectiveDate: string | null
  expiresAt: Date
  application: QuoteApplication
  bound_transaction_id: string | null
  base_transaction_id: string | null
}
