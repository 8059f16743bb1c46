import type { EndorsedTerm, PricedTerm } from './endorsement.ts'
import { calculatePriceDifference } from './price-difference.ts'
import { clampEffectiveDate, getChangedTermValues, getEffectiveCoverageTerms } from './term.ts'
import { buildPriceSchedule, getTermPrice, type PriceSchedule } from './term-price.ts'

/**
 * Returns the term without one of its changes (END-8). Fields of this change get their earlier values, until a later
 * transaction sets them.
 * @param index the index of the change in posting order
 */
export function reverseTermChange({ begun, changes, schedule }: PricedTerm, index: number): EndorsedTerm {
  const undone = changes[index]
  if (!undone) throw new Error(`The term has no change ${index}`)
  const day = clampEffectiveDate(begun, undone)
  const without = changes.filter((change) => change !== undone)
  const sets = getChangedTermValues(
    getEffectiveCoverageTerms(begun, changes, day),
    getEffectiveCoverageTerms(begun, without, day),
  )
  const all = [...changes, { effectiveDate: undone.effectiveDate, sets }]
  const [before, posted] = [index, index + 1].map(
    (count) => buildPriceSchedule(begun, changes.slice(0, count)).evenAmounts,
  ) as [PriceSchedule['evenAmounts'], PriceSchedule['evenAmounts']]
  const beyondRates = posted.slice(before.length).map((amount) => ({ ...amount, cents: -amount.cents }))
  const byRates = buildPriceSchedule(begun, all)
  const after: PriceSchedule = { ...byRates, evenAmounts: [...byRates.evenAmounts, ...beyondRates] }
  return {
    begun,
    changes: all,
    schedule: after,
    price: getTermPrice(after),
    sets,
    difference: calculatePriceDifference(schedule, after),
  }
}
