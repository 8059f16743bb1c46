import { getDifference } from './difference.ts'
import type { Endorsed, PricedTerm } from './endorsement.ts'
import { getDay, setsFor, termsOn } from './term.ts'
import { getSchedule, type Schedule, termPrice } from './term-price.ts'

const getEvenCents = ({ evenAmounts }: Schedule) => evenAmounts.reduce((sum, { cents }) => sum + cents, 0)

/**
 * A term as if one of its changes had not been made (END-8): from that change's day on stands what would stand
 * without it, until the next transaction that sets the same field. What was charged beyond the rates for its days goes
 * back, too.
 *
 * @param index which of the term's changes, in the order of posting
 */
export function reverseChange({ begun, changes, schedule }: PricedTerm, index: number): Endorsed {
  const undone = changes[index]
  if (!undone) throw new Error(`The term has no change ${index}`)
  const day = getDay(begun, undone)
  const without = changes.filter((change) => change !== undone)
  const sets = setsFor(termsOn(begun, changes, day), termsOn(begun, without, day))
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
    price: termPrice(after),
    sets,
    difference: getDifference(schedule, after),
  }
}
