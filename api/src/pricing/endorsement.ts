import { calculatePriceDifference, type PriceDifference } from './price-difference.ts'
import {
  type ChangedTermValues,
  type CoverageTerms,
  getChangedTermValues,
  getEffectiveCoverageTerms,
  type InitialTransaction,
  type TermChange,
} from './term.ts'
import { buildPriceSchedule, getTermPrice, type PriceSchedule, type TermPrice } from './term-price.ts'

/** A term with its first transaction, later changes, and price. */
export interface PricedTerm {
  begun: InitialTransaction
  /** Later changes in posting order. */
  changes: readonly TermChange[]
  schedule: PriceSchedule
  price: TermPrice
}

/** A term after an endorsement. */
export interface EndorsedTerm extends PricedTerm {
  sets: ChangedTermValues
  difference: PriceDifference
}

export function priceTerm(begun: InitialTransaction, changes: readonly TermChange[]): PricedTerm {
  const schedule = buildPriceSchedule(begun, changes)
  return { begun, changes, schedule, price: getTermPrice(schedule) }
}

/**
 * Prices an endorsement. Compares the requested values with the values in force on its effective date. Later
 * transactions can change these values again (PRI-2).
 */
export function endorseTerm(term: PricedTerm, input: { effectiveDate: string; wanted: CoverageTerms }): EndorsedTerm {
  const { begun, changes, schedule } = term
  const { effectiveDate } = input
  const sets = getChangedTermValues(getEffectiveCoverageTerms(begun, changes, effectiveDate), input.wanted)
  const after = priceTerm(begun, [...changes, { effectiveDate, sets }])
  return { ...after, sets, difference: calculatePriceDifference(schedule, after.schedule) }
}

/** Returns the price of the whole term without lapses, with its final coverage and at the original rates of the term. */
export function getWholeTermPrice({ begun, changes }: PricedTerm): TermPrice {
  const began: CoverageTerms = { coverages: begun.coverages, deductibleCents: begun.deductibleCents }
  const sets = getChangedTermValues(began, getEffectiveCoverageTerms(begun, changes, begun.expirationDate))
  return priceTerm({ ...begun, lapses: [] }, [{ effectiveDate: begun.inceptionDate, sets }]).price
}
