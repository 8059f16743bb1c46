import type { Term } from '../policy/read-term.ts'
import { priceTerm } from '../pricing/endorsement.ts'
import { getDay, inEffect, type TermChange } from '../pricing/term.ts'

/** A transaction that is applied again after an endorsement out of sequence, with its premium before and after that, in cents. */
export interface Reapplied {
  type: string
  effectiveDate: string
  beforeCents: number
  afterCents: number
}

/** By its rates alone: what was charged beyond them, as by a manual adjustment, stays as it is. */
const byRates = <Change extends TermChange>({ chargedCents: _, ...change }: Change): Omit<Change, 'chargedCents'> =>
  change

const setsSomething = ({ sets }: TermChange) =>
  sets.deductibleCents !== undefined || Object.keys(sets.limits).length > 0

/**
 * What an endorsement makes of the transactions that take effect after it: they are applied again in their order and keep what they
 * set (PRI-2). Each one's premium is what the term costs with it less what it costs without it and all that follow, so that the
 * differences and the endorsement's own premium sum to what it charges or returns.
 */
export function getReapplied(
  { begun, changes }: Pick<Term, 'begun' | 'changes'>,
  endorsement: TermChange,
): Reapplied[] {
  const day = getDay(begun, endorsement)
  const order = inEffect(begun, changes.filter(setsSomething).map(byRates))
  // Of two on one day the one that was posted later has the last word.
  const before = order.filter((change) => getDay(begun, change) <= day)
  const later = order.filter((change) => getDay(begun, change) > day)
  const premium = (all: readonly TermChange[]) => priceTerm(begun, all).price.premiumCents
  return later.map((change, index) => {
    const between = later.slice(0, index)
    const costAfter = (first: readonly TermChange[]) =>
      premium([...first, ...between, change]) - premium([...first, ...between])
    return {
      ...{ type: change.type, effectiveDate: change.effectiveDate },
      ...{ beforeCents: costAfter(before), afterCents: costAfter([...before, endorsement]) },
    }
  })
}
