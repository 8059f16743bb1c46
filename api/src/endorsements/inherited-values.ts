import type { PolicyTerm } from '../policy/read-term.ts'
import { endorseTerm, type PricedTerm } from '../pricing/endorsement.ts'
import {
  applyTermChange,
  type ChangedTermValues,
  getChangedTermValues,
  getEffectiveCoverageTerms,
} from '../pricing/term.ts'
import { getTaxDifference } from '../taxes/calculate-taxes.ts'
import type { PricedQuote } from './price-quote.ts'

type TermChanges = Pick<PricedTerm, 'begun' | 'changes'>

/**
 * Returns the values that the change sets at the end of the expiring term. Excludes fields that endorsements of the
 * renewal set.
 */
export function getInheritedValues(
  { before, after }: { before: TermChanges; after: TermChanges },
  own: readonly ChangedTermValues[],
): ChangedTermValues {
  const end = before.begun.expirationDate
  const all = getChangedTermValues(
    getEffectiveCoverageTerms(before.begun, before.changes, end),
    getEffectiveCoverageTerms(after.begun, after.changes, end),
  )
  const limits = Object.entries(all.limits).filter(([code]) => own.every((sets) => sets.limits[code] === undefined))
  const keepsDeductible = own.some(({ deductibleCents }) => deductibleCents !== undefined)
  return {
    limits: Object.fromEntries(limits),
    ...(all.deductibleCents !== undefined && !keepsDeductible && { deductibleCents: all.deductibleCents }),
  }
}

/**
 * Prices the values that a renewal inherits from its expiring term. The values apply from the renewal's inception date.
 */
export function priceInheritedValues(term: PolicyTerm, sets: ChangedTermValues): PricedQuote {
  const { inceptionDate } = term.begun
  const wanted = applyTermChange(getEffectiveCoverageTerms(term.begun, term.changes, inceptionDate), { sets })
  const endorsed = endorseTerm(term, { effectiveDate: inceptionDate, wanted })
  return {
    ...endorsed,
    taxes: getTaxDifference(term.taxesFor(term.price.premiumCents), term.taxesFor(endorsed.price.premiumCents)),
  }
}
