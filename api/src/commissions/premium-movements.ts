/** Premium of a transaction in cents, excluding fees and taxes (COM-1). Negative for return premium. */
export interface PostedPremium {
  id: string
  premiumCents: number
  /** Id of the transaction that this one reverses. */
  reverses: string | null
}

type Cents = ReadonlyMap<string, number>

/**
 * Distributes return premium over the transactions that charged premium: first the reversed transaction, then the
 * others from newest to oldest. An excess over all charges is ignored.
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

/** The premium that a transaction returned: the total, and the part that was subtracted from each transaction. */
interface ReturnedPremium {
  parts: Cents
  cents: number
}

const nothingReturned: ReturnedPremium = { parts: new Map(), cents: 0 }

/**
 * Distributes restored premium over the transactions from which it was subtracted. An excess over the returned premium
 * belongs to the restoring transaction itself.
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
 * Returns, for each transaction of a policy, the transactions whose premium it changes and by how many cents. Charged
 * or restored premium is positive, and return premium is negative.
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
