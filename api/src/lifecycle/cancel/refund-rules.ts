import type { Charge } from '../../ledger/ledger.ts'

/** What a reason gives back of each kind of charge (decision 18, a row of `cancel_reasons`). */
export interface RefundRule {
  premium: 'full' | 'proRata' | 'proRataOrMinimumEarned' | 'proRataToPaidDate' | 'none'
  policyFee: 'full' | 'none'
  taxes: 'full' | 'withPremium' | 'none'
  surcharges: 'full' | 'none'
  goesFirstToNewPolicy: boolean
}

/** What was charged in the term, a line each; integer cents. */
export interface Charged {
  charge: Charge
  description: string
  chargedCents: number
}

export interface RefundFacts {
  daysInTerm: number
  /** From the day the cancellation takes effect to the end of the term. */
  daysRemaining: number
  /** The product's minimum earned premium: the greater of a part of the premium and an amount. */
  minimumEarned: { percent: number; cents: number }
  receivedCents: number
  /** A claim was paid in the term: nothing goes back until staff decide. */
  isBlockedByClaim: boolean
}

export type RefundKind = 'premium' | 'policyFee' | 'tax' | 'surcharge' | 'stampingFee'

export interface RefundLine extends Charged {
  kind: RefundKind
  keptCents: number
  refundedCents: number
}

export const kindOf = (charge: Charge): RefundKind => {
  if (charge === 'premium_written') return 'premium'
  if (charge === 'policy_fee') return 'policyFee'
  if (charge === 'surcharge') return 'surcharge'
  return charge === 'tax_stamping' ? 'stampingFee' : 'tax'
}

/** How the contract calls the way a reason's refund is worked out. */
export const basisOf = ({ premium, goesFirstToNewPolicy }: RefundRule) => {
  if (premium === 'full') return goesFirstToNewPolicy ? ('flatToNewPolicy' as const) : ('flat' as const)
  if (premium === 'proRataOrMinimumEarned') return 'minimumEarned' as const
  if (premium === 'proRataToPaidDate') return 'paidToDate' as const
  return premium
}

/** The part of the premium that goes back, 0 to 1. */
function premiumShare(rule: RefundRule, premiumCents: number, facts: RefundFacts): number {
  const unused = Math.max(0, Math.min(1, facts.daysRemaining / facts.daysInTerm))
  switch (rule.premium) {
    case 'full':
      return 1
    case 'none':
      return 0
    case 'proRata':
      return unused
    case 'proRataToPaidDate':
      return facts.receivedCents > 0 ? unused : 0
    case 'proRataOrMinimumEarned': {
      if (premiumCents <= 0) return 0
      const kept = Math.max((premiumCents * facts.minimumEarned.percent) / 100, facts.minimumEarned.cents)
      return Math.max(0, Math.min(unused, 1 - kept / premiumCents))
    }
  }
}

function shareOf(rule: RefundRule, kind: RefundKind, premium: number): number {
  if (kind === 'premium') return premium
  if (kind === 'policyFee') return rule.policyFee === 'full' ? 1 : 0
  if (kind === 'surcharge') return rule.surcharges === 'full' ? 1 : 0
  return rule.taxes === 'full' ? 1 : rule.taxes === 'withPremium' ? premium : 0
}

const halfUp = (cents: number) => Math.floor(cents + 0.5 + 1e-9)

/**
 * The refund of a cancellation, line by line: each is rounded once, half up, and the last that gives anything takes the
 * rest, so that they sum to the rounded total (decision 18).
 */
export function refundOf(rule: RefundRule, charges: readonly Charged[], facts: RefundFacts) {
  const premiumCents = charges.reduce(
    (sum, line) => sum + (kindOf(line.charge) === 'premium' ? line.chargedCents : 0),
    0,
  )
  const premium = premiumShare(rule, premiumCents, facts)
  const exact = charges.map((line) => {
    const kind = kindOf(line.charge)
    return { ...line, kind, cents: facts.isBlockedByClaim ? 0 : line.chargedCents * shareOf(rule, kind, premium) }
  })
  const refundCents = halfUp(exact.reduce((sum, { cents }) => sum + cents, 0))
  const last = exact.findLastIndex(({ cents }) => cents !== 0)
  const before = exact.reduce((sum, { cents }, index) => sum + (index < last ? halfUp(cents) : 0), 0)
  const lines = exact.map(({ cents, ...line }, index): RefundLine => {
    const refundedCents = index === last ? refundCents - before : halfUp(cents)
    return { ...line, refundedCents, keptCents: line.chargedCents - refundedCents }
  })
  return { lines, refundCents }
}
