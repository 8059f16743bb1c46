import { type Difference, getDifference } from './difference.ts'
import { type Sets, setsFor, type TermBegun, type TermChange, type Terms, termsOn } from './term.ts'
import { getSchedule, type Schedule, type TermPrice, termPrice } from './term-price.ts'

/** A term with its first transaction, later changes, and price. */
export interface PricedTerm {
  begun: TermBegun
  /** In posting order. */
  changes: readonly TermChange[]
  schedule: Schedule
  price: TermPrice
}

/** A term after an endorsement. */
export interface Endorsed extends PricedTerm {
  sets: Sets
  difference: Difference
}

export function priceTerm(begun: TermBegun, changes: readonly TermChange[]): PricedTerm {
  const schedule = getSchedule(begun, changes)
  return { begun, changes, schedule, price: termPrice(schedule) }
}

/**
 * Prices an endorsement: the wanted values from its effective date, compared with those in force on that date. Later
 * transactions may change them again (PRI-2).
 */
export function endorseTerm(term: PricedTerm, wish: { effectiveDate: string; wanted: Terms }): Endorsed {
  const { begun, changes, schedule } = term
  const { effectiveDate } = wish
  const sets = setsFor(termsOn(begun, changes, effectiveDate), wish.wanted)
  const after = priceTerm(begun, [...changes, { effectiveDate, sets }])
  return { ...after, sets, difference: getDifference(schedule, after.schedule) }
}

/** Returns the price of the whole term with its final coverage, at the rates with which it began. */
export function wholeTermPrice({ begun, changes }: PricedTerm): TermPrice {
  const began: Terms = { coverages: begun.coverages, deductibleCents: begun.deductibleCents }
  const sets = setsFor(began, termsOn(begun, changes, begun.expirationDate))
  return priceTerm(begun, [{ effectiveDate: begun.inceptionDate, sets }]).price
}
