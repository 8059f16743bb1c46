/** Premium of a transaction in cents, excluding fees and taxes (COM-1). Negative for return premium. */
export interface PostedPremium {
  id: string
  premiumCents: number
  /** Id of the transaction that this transaction reverses. */
  reverses: string | null
}

type Cents = ReadonlyMap<string, number>

/**
 * Distributes return premium over the transactions that charged premium. Reduces the reversed transaction first, then
 * the others from newest to oldest. Ignores an excess over all charges.
 */
function distributeReturnPremium(left: Cents, cents: number, first: string | null): Cents {
  const parts = new Map<string, number>()
  let rest = cents
  const newestFirst = [...left.keys()].toReversed()
  for (const id of new Set(first === null ? newestFirst : [first, ...newestFirst])) {
    const part = Math.min(rest, left.get(id) ?? 0)
    if (part > 0) parts.set(id, part)
    rest -= part
  }
  return parts
}

/** Premium that a transaction returned: the total, and the amount subtracted from each earlier transaction. */
interface ReturnedPremium {
  parts: Cents
  cents: number
}

const nothingReturned: ReturnedPremium = { parts: new Map(), cents: 0 }

/**
 * Adds restored premium back to the transactions that the return premium had reduced. An excess counts as the restoring
 * transaction's own premium.
 */
function distributeRestoredPremium(undone: ReturnedPremium, cents: number, own: string): Cents {
  const parts = new Map<string, number>()
  let rest = Math.min(cents, undone.cents)
  for (const [id, took] of undone.parts) {
    const part = Math.min(rest, took)
    if (part > 0) parts.set(id, part)
    rest -= part
  }
  const more = cents - undone.cents
  return more > 0 ? parts.set(own, more) : parts
}

/**
 * Returns the premium movements of each transaction of a policy, by transaction id. A movement is an affected
 * transaction with a number of cents. Charged or restored premium is positive, and return premium is negative.
 */
export function getPremiumMovements(posted: readonly PostedPremium[]): ReadonlyMap<string, Cents> {
  const left = new Map<string, number>()
  const took = new Map<string | null, ReturnedPremium>()
  const movements = new Map<string, Cents>()
  for (const { id, premiumCents, reverses } of posted) {
    let moved: Cents
    if (premiumCents > 0) moved = distributeRestoredPremium(took.get(reverses) ?? nothingReturned, premiumCents, id)
    else {
      const parts = distributeReturnPremium(left, -premiumCents, reverses)
      took.set(id, { parts, cents: -premiumCents })
      moved = new Map([...parts].map(([source, cents]) => [source, -cents]))
    }
    for (const [source, cents] of moved) left.set(source, (left.get(source) ?? 0) + cents)
    movements.set(id, moved)
  }
  return movements
}
