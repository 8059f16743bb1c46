import { roundedShare } from '../pricing/rounded-share.ts'

/** Premium that a transaction charged or, below zero, returned; without fees and taxes (decision 26). Cents. */
export interface Posted {
  id: string
  premiumCents: number
  /** The transaction that this one undoes. */
  reverses: string | null
}

/** Who is paid for premium, and at which rate. */
export interface Share {
  agencyId: string
  kind: 'commission' | 'override'
  rateBasisPoints: number
}

/** A share of premium: an agency's line on its statement. Cents. */
export interface Line extends Share {
  /** The transaction that brought it. */
  transactionId: string
  premiumCents: number
  amountCents: number
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

/**
 * Of which transactions' premium a newest one adds (its own, or again what the one that it undoes had taken) or, below zero,
 * takes how much.
 */
export function movedBy(posted: readonly Posted[]): Cents {
  const left = new Map<string, number>()
  const took = new Map<string, Cents>()
  let moved: Cents = new Map()
  for (const { id, premiumCents, reverses } of posted) {
    const undone = reverses === null ? undefined : took.get(reverses)
    if (premiumCents > 0) moved = undone ?? new Map([[id, premiumCents]])
    else {
      const parts = taken(left, -premiumCents, reverses)
      took.set(id, parts)
      moved = new Map([...parts].map(([source, cents]) => [source, -cents]))
    }
    for (const [source, cents] of moved) left.set(source, (left.get(source) ?? 0) + cents)
  }
  return moved
}

const isSame = (one: Share, other: Share) =>
  one.agencyId === other.agencyId && one.kind === other.kind && one.rateBasisPoints === other.rateBasisPoints

const sum = (lines: readonly Line[], name: 'premiumCents' | 'amountCents') =>
  lines.reduce((all, line) => all + line[name], 0)

/**
 * The lines of a policy's newest transaction: its premium at the rates of its day; what it returns, and what comes back of
 * that, at the rates and of the agencies that it was earned by (domain 6 and 7), so that an agency of record that follows
 * another one pays nothing back that it never had. All that an agency has at one rate is rounded once, half away from zero.
 */
export function linesOf(posted: readonly Posted[], lines: readonly Line[], rates: readonly Share[]): Line[] {
  const newest = posted.at(-1)
  if (!newest) return []
  const found: Line[] = []
  for (const [source, cents] of movedBy(posted))
    for (const { agencyId, kind, rateBasisPoints } of source === newest.id
      ? rates
      : lines.filter(({ transactionId }) => transactionId === source)) {
      const share = { agencyId, kind, rateBasisPoints }
      const known = found.find((line) => isSame(line, share))
      if (known) known.premiumCents += cents
      else found.push({ ...share, transactionId: newest.id, premiumCents: cents, amountCents: 0 })
    }
  return found.map((line) => {
    const before = lines.filter((one) => isSame(one, line))
    const premiumCents = sum(before, 'premiumCents') + line.premiumCents
    const whole = roundedShare(BigInt(premiumCents) * BigInt(line.rateBasisPoints), 10_000n)
    return { ...line, amountCents: whole - sum(before, 'amountCents') }
  })
}
