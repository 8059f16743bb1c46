import type { PolicyTerm } from '../policy/read-term.ts'
import { priceTerm } from '../pricing/endorsement.ts'
import { clampEffectiveDate, sortByEffectiveDate, type TermChange } from '../pricing/term.ts'

/**
 * A later transaction that is reapplied after an out-of-sequence endorsement, with its old and new premium in cents.
 */
export interface ReappliedTransaction {
  type: string
  effectiveDate: string
  beforeCents: number
  afterCents: number
}

/** Removes manually charged amounts from a change so that it is priced by rates. */
const byRates = <Change extends TermChange>({ chargedCents: _, ...change }: Change): Omit<Change, 'chargedCents'> =>
  change

const setsSomething = ({ sets }: TermChange) =>
  sets.deductibleCents !== undefined || Object.keys(sets.limits).length > 0

/**
 * Returns how an endorsement changes the premium of later transactions. These are reapplied in order and keep the
 * values that they set (PRI-2).
 */
export function getReappliedTransactions(
  { begun, changes }: Pick<PolicyTerm, 'begun' | 'changes'>,
  endorsement: TermChange,
): ReappliedTransaction[] {
  const day = clampEffectiveDate(begun, endorsement)
  const order = sortByEffectiveDate(begun, changes.filter(setsSomething).map(byRates))
  // If two changes have the same date, the one posted later applies.
  const before = order.filter((change) => clampEffectiveDate(begun, change) <= day)
  const later = order.filter((change) => clampEffectiveDate(begun, change) > day)
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
