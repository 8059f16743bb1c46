import { type Difference, getDifference } from './difference.ts'
import { getChangedValues, getTermsOn, type TermChange, type TermStart, type Terms, type TermValues } from './term.ts'
import { getSchedule, getTermPrice, type Schedule, type TermPrice } from './term-price.ts'

/** A term with its first transaction, later changes, and price. */
export interface PricedTerm {
  begun: TermStart
  /** Later changes in posting order. */
  changes: readonly TermChange[]
  schedule: Schedule
  price: TermPrice
}

/** A term after an endorsement. */
export interface EndorsedTerm extends PricedTerm {
  sets: TermValues
  difference: Difference
}

export function priceTerm(begun: TermStart, changes: readonly TermChange[]): PricedTerm {
  const schedule = getSchedule(begun, changes)
  return { begun, changes, schedule, price: getTermPrice(schedule) }
}

/**
 * Prices an endorsement by comparing the requested values from its effective date on with those in force on that date.
 * Later transactions may change the values again (PRI-2).
 */
export function endorseTerm(term: PricedTerm, wish: { effectiveDate: string; wanted: Terms }): EndorsedTerm {
  const { begun, changes, schedule } = term
  const { effectiveDate } = wish
  const sets = getChangedValues(getTermsOn(begun, changes, effectiveDate), wish.wanted)
  const after = priceTerm(begun, [...changes, { effectiveDate, sets }])
  return { ...after, sets, difference: getDifference(schedule, after.schedule) }
}

/** Returns the price of the whole term with its final coverage, at the original rates of the term. */
export function getWholeTermPrice({ begun, changes }: PricedTerm): TermPrice {
  const began: Terms = { coverages: begun.coverages, deductibleCents: begun.deductibleCents }
  const sets = getChangedValues(began, getTermsOn(begun, changes, begun.expirationDate))
  return priceTerm(begun, [{ effectiveDate: begun.inceptionDate, sets }]).price
}
