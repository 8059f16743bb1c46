/** Premium that a transaction charged or, if negative, returned, without fees and taxes (COM-1). In cents. */
export interface PostedPremium {
  id: string
  premiumCents: number
  /** The id of the transaction that this one reverses. */
  reverses: string | null
}

type Cents = ReadonlyMap<string, number>

/**
 * Distributes return premium over the charges: first the reversed transaction, then the newest ones. Return premium
 * beyond all known charges earns no commission for any agency.
 */
function distributeReturnPremium(left: Cents, cents: number, first: string | null): Cents {
  const parts = new Map<string, number>()
  let rest = cents
  for (const id of [...left.keys()].toReversed().toSorted((a, b) => Number(b === first) - Number(a === first))) {
    const part = Math.min(rest, left.get(id) ?? 0)
    if (part > 0) parts.set(id, part)
    rest -= part
  }
  return parts
}

/** The premium that a transaction returned: the parts taken from other transactions, and the total. */
interface ReturnedPremium {
  parts: Cents
  cents: number
}

/**
 * Distributes restored premium to the transactions that it was taken from. The part that was not taken from any
 * transaction is skipped, and premium beyond the original total belongs to the transaction itself.
 */
function distributeRestoredPremium(undone: ReturnedPremium | undefined, cents: number, own: string): Cents {
  const parts = new Map<string, number>()
  let rest = Math.min(cents, undone?.cents ?? 0)
  for (const [id, took] of undone?.parts ?? []) {
    const part = Math.min(rest, took)
    if (part > 0) parts.set(id, part)
    rest -= part
  }
  const more = cents - (undone?.cents ?? 0)
  return more > 0 ? parts.set(own, more) : parts
}

/**
 * Returns, by transaction of a policy in posting order, the premium that it adds to transactions (its own, or the ones
 * restored by a reversal) or takes from them (negative amounts).
 */
export function getPremiumMovements(posted: readonly PostedPremium[]): ReadonlyMap<string, Cents> {
  const left = new Map<string, number>()
  const took = new Map<string, ReturnedPremium>()
  const moves = new Map<string, Cents>()
  for (const { id, premiumCents, reverses } of posted) {
    const undone = reverses === null ? undefined : took.get(reverses)
    let moved: Cents
    if (premiumCents > 0) moved = distributeRestoredPremium(undone, premiumCents, id)
    else {
      const parts = distributeReturnPremium(left, -premiumCents, reverses)
      took.set(id, { parts, cents: -premiumCents })
      moved = new Map([...parts].map(([source, cents]) => [source, -cents]))
    }
    for (const [source, cents] of moved) left.set(source, (left.get(source) ?? 0) + cents)
    moves.set(id, moved)
  }
  return moves
}
