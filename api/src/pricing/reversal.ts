import { getDifference } from './difference.ts'
import type { EndorsedTerm, PricedTerm } from './endorsement.ts'
import { getChangeDate, getChangedValues, getTermsOn } from './term.ts'
import { getSchedule, getTermPrice, type Schedule } from './term-price.ts'

const getEvenCents = ({ evenAmounts }: Schedule) => evenAmounts.reduce((sum, { cents }) => sum + cents, 0)

/**
 * Returns the term without one of its changes (END-8). The earlier values then apply from the effective date of that
 * change until the next transaction sets the same field. Amounts that the change charged beyond the rates are returned,
 * too.
 * @param index the index of the change in posting order
 */
export function reverseChange({ begun, changes, schedule }: PricedTerm, index: number): EndorsedTerm {
  const undone = changes[index]
  if (!undone) throw new Error(`The term has no change ${index}`)
  const day = getChangeDate(begun, undone)
  const without = changes.filter((change) => change !== undone)
  const sets = getChangedValues(getTermsOn(begun, changes, day), getTermsOn(begun, without, day))
  const all = [...changes, { effectiveDate: undone.effectiveDate, sets }]
  const beyondRates =
    getEvenCents(getSchedule(begun, changes.slice(0, index + 1))) -
    getEvenCents(getSchedule(begun, changes.slice(0, index)))
  const byRates = getSchedule(begun, all)
  const evenAmounts = [...byRates.evenAmounts, { from: day, cents: -beyondRates }].filter(({ cents }) => cents !== 0)
  const after: Schedule = { ...byRates, evenAmounts }
  return {
    begun,
    changes: all,
    schedule: after,
    price: getTermPrice(after),
    sets,
    difference: getDifference(schedule, after),
  }
}
