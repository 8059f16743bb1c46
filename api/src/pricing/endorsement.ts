import { type Difference, getDifference } from './difference.ts'
import { type Sets, setsFor, type TermBegun, type TermChange, type Terms, termsOn } from './term.ts'
import { getSchedule, type Schedule, type TermPrice, termPrice } from './term-price.ts'

/** A term as it stands: what it began with, what followed, and what that costs. */
export interface PricedTerm {
  begun: TermBegun
  /** In the order in which they were posted. */
  changes: readonly TermChange[]
  schedule: Schedule
  price: TermPrice
}

/** What an endorsement makes of a term. */
export interface Endorsed extends PricedTerm {
  sets: Sets
  difference: Difference
}

export function priceTerm(begun: TermBegun, changes: readonly TermChange[]): PricedTerm {
  const schedule = getSchedule(begun, changes)
  return { begun, changes, schedule, price: termPrice(schedule) }
}

/** What is wanted from a day on, held against what stands on that day, which later transactions may set anew (PRI-2). */
export function endorseTerm(term: PricedTerm, wish: { effectiveDate: string; wanted: Terms }): Endorsed {
  const { begun, changes, schedule } = term
  const { effectiveDate } = wish
  const sets = setsFor(termsOn(begun, changes, effectiveDate), wish.wanted)
  const after = priceTerm(begun, [...changes, { effectiveDate, sets }])
  return { ...after, sets, difference: getDifference(schedule, after.schedule) }
}

/** What the terms that the term ends with cost for all of its days, at the rates that it began with. */
export function wholeTermPrice({ begun, changes }: PricedTerm): TermPrice {
  const began: Terms = { coverages: begun.coverages, deductibleCents: begun.deductibleCents }
  const sets = setsFor(began, termsOn(begun, changes, begun.expirationDate))
  return priceTerm(begun, [{ effectiveDate: begun.inceptionDate, sets }]).price
}
