import { toCents } from '../http/money.ts'
import type { MoratoriumAction } from '../moratoriums/moratorium-event.ts'
import type { PolicyTerm } from '../policy/read-term.ts'
import { type EndorsedTerm, endorseTerm } from '../pricing/endorsement.ts'
import { type CoverageTerms, getEffectiveCoverageTerms } from '../pricing/term.ts'
import { getTaxDifference } from '../taxes/calculate-taxes.ts'
import type { Taxes } from '../taxes/taxes.ts'
import type { QuoteApplication, QuoteRow } from './quote-row.ts'

/** The price of the term with the changes of a quote, and the difference in taxes, in cents. */
export interface PricedQuote extends EndorsedTerm {
  taxes: Taxes
}

/** Returns the coverage in force on the quote's effective date. */
export const getCoverageInForce = (
  { begun, changes }: PolicyTerm,
  { effectiveDate }: Pick<QuoteRow, 'effectiveDate'>,
): CoverageTerms => getEffectiveCoverageTerms(begun, changes, effectiveDate)

/** Returns the limits and the deductible that a quote requests. Throws 422 if an amount is invalid. */
export const getRequestedCoverage = ({ coverages, deductible }: QuoteApplication): CoverageTerms => ({
  coverages: coverages.map(({ code, limit }) => ({ code, limitCents: toCents(limit, `coverages.${code}`) })),
  deductibleCents: toCents(deductible, 'deductible'),
})

/** Prices a quote. The preview and the transaction use the same price (PRI-1). */
export function priceQuote(quote: Pick<QuoteRow, 'application' | 'effectiveDate'>, term: PolicyTerm): PricedQuote {
  const endorsed = endorseTerm(term, {
    effectiveDate: quote.effectiveDate,
    wanted: getRequestedCoverage(quote.application),
  })
  const taxes = getTaxDifference(term.taxesFor(term.price.premiumCents), term.taxesFor(endorsed.price.premiumCents))
  return { ...endorsed, taxes }
}

/** Returns whether a quote raises a limit or lowers the deductible on its effective date. */
export const findQuoteIncreases = ({ application, effectiveDate }: QuoteRow, term: PolicyTerm) =>
  findCoverageIncreases(getCoverageInForce(term, { effectiveDate }), getRequestedCoverage(application))

/** Returns whether the requested coverage has a higher limit or a lower deductible than the current coverage. */
export function findCoverageIncreases(current: CoverageTerms, wanted: CoverageTerms) {
  const limits = new Map(current.coverages.map(({ code, limitCents }) => [code, limitCents]))
  return {
    higherLimits: wanted.coverages.some(({ code, limitCents }) => limitCents > (limits.get(code) ?? 0)),
    lowerDeductible: wanted.deductibleCents < current.deductibleCents,
  }
}

/** The changes of an endorsement that a moratorium can restrict (END-7). */
export const restrictableActions = ['higherLimits', 'lowerDeductible'] as const satisfies MoratoriumAction[]

/** Returns those of the changes that a moratorium can restrict: higher limits and a lower deductible (END-7). */
export const getRestrictedEndorsementActions = (raises: ReturnType<typeof findCoverageIncreases>): MoratoriumAction[] =>
  restrictableActions.filter((action) => raises[action])
