/** Premium that a transaction charged or, below zero, returned; without fees and taxes (COM-1). Cents. */
export interface Posted {
  id: string
  premiumCents: number
  /** The transaction that this one undoes. */
  reverses: string | null
}

type Cents = ReadonlyMap<string, number>

/**
 * Gives premium back of what was charged: first what the transaction undoes, then the newest. Premium that came before
 * anything that is known of is nobody's commission.
 */
function taken(left: Cents, cents: number, first: string | null): Cents {
  const parts = new Map<string, number>()
  let rest = cents
  for (const id of [...left.keys()].toReversed().toSorted((a, b) => Number(b === first) - Number(a === first))) {
    const part = Math.min(rest, left.get(id) ?? 0)
    if (part > 0) parts.set(id, part)
    rest -= part
  }
  return parts
}

/** What a transaction that gave premium back took, of which ones, and what it gave back altogether. */
interface Taken {
  parts: Cents
  cents: number
}

/**
 * Premium that comes back to what it was taken of, and to nobody as far as it was nobody's. What is more than had been taken is the
 * transaction's own.
 */
function givenAgain(undone: Taken | undefined, cents: number, own: string): Cents {
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
 * Of which transactions' premium each one of a policy adds (its own, or again what the one that it undoes had taken) or, below
 * zero, takes how much. In the order of posting.
 */
export function getMoves(posted: readonly Posted[]): ReadonlyMap<string, Cents> {
  const left = new Map<string, number>()
  const took = new Map<string, Taken>()
  const moves = new Map<string, Cents>()
  for (const { id, premiumCents, reverses } of posted) {
    const undone = reverses === null ? undefined : took.get(reverses)
    let moved: Cents
    if (premiumCents > 0) moved = givenAgain(undone, premiumCents, id)
    else {
      const parts = taken(left, -premiumCents, reverses)
      took.set(id, { parts, cents: -premiumCents })
      moved = new Map([...parts].map(([source, cents]) => [source, -cents]))
    }
    for (const [source, cents] of moved) left.set(source, (left.get(source) ?? 0) + cents)
    moves.set(id, moved)
  }
  return moves
}
