import { daysBetween, plusDays } from '../../calendar/days.ts'
import { chargeNames } from '../../catalog/charges.ts'
import { type ChargeKind, getChargeKind } from '../../ledger/charge-kind.ts'
import type { Charge } from '../../ledger/ledger.ts'
import type { Term } from '../../policy/read-term.ts'
import { getDifference, type Period } from '../../pricing/difference.ts'
import { scheduledPrice, termPrice } from '../../pricing/term-price.ts'
import { sumTaxes, type TaxColumn, type Taxes, taxColumns, taxNames } from '../../taxes/taxes.ts'

/** What a reason gives back of each kind of charge (CAN-1, TAX-3, a row of `cancel_reasons`). */
export interface RefundRule {
  premium: 'full' | 'proRata' | 'proRataOrMinimumEarned' | 'proRataToPaidDate' | 'none'
  policyFee: 'full' | 'none'
  taxes: 'full' | 'withPremium' | 'none'
  surcharges: 'full' | 'none'
  goesFirstToNewPolicy: boolean
}

/** A term as it may end: its price on any day, its taxes for any premium, and what it was charged. */
export interface EndingTerm extends Pick<Term, 'schedule' | 'price' | 'taxesFor'> {
  feeCents: number
  taxes: Taxes
}

export interface RefundFacts {
  /** The first day without cover, `YYYY-MM-DD`. */
  effectiveDate: string
  receivedCents: number
  /** A claim of the term is paid or open: nothing is returned until staff decide. */
  isBlockedByClaim: boolean
}

export interface RefundLine {
  kind: ChargeKind
  charge: Charge
  /** The tax's own column; other charges have none. */
  column?: TaxColumn
  description: string
  chargedCents: number
  keptCents: number
  refundedCents: number
}

export interface Refund {
  lines: RefundLine[]
  refundCents: number
  /** The days that go back, where the premium goes back by days. */
  periods: Period[]
  /** What the minimum earned premium keeps of them. */
  minimumCents: number
}

/** What is kept of a term, in cents. */
interface Kept {
  premiumCents: number
  feeCents: number
  taxes: Taxes
}

const getKind = (column: TaxColumn) => getChargeKind(taxColumns[column])

/** How the contract calls the way a refund was worked out: by days, unless the minimum earned premium keeps more of them. */
export const getRefundBasis = (
  { premium, goesFirstToNewPolicy }: RefundRule,
  { minimumCents }: Pick<Refund, 'minimumCents'>,
) => {
  if (premium === 'full') return goesFirstToNewPolicy ? ('flatToNewPolicy' as const) : ('flat' as const)
  if (premium === 'proRataToPaidDate') return 'paidToDate' as const
  if (premium === 'none') return premium
  return minimumCents > 0 ? ('minimumEarned' as const) : ('proRata' as const)
}

const getTotal = ({ premiumCents, feeCents, taxes }: Kept) => premiumCents + feeCents + sumTaxes(taxes)

const everything = ({ price, feeCents, taxes }: EndingTerm): Kept => ({
  premiumCents: price.premiumCents,
  feeCents,
  taxes,
})

/** The greatest of the numbers from 0 to `most` that fits; 0 where none does. What fits is the lower part of them. */
function greatest(most: number, fits: (candidate: number) => boolean): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** The fee, then taxes, as far as the money goes: what is left of a term that not even the fee was paid for. */
function feeAndTaxesFrom(cents: number, term: EndingTerm): Kept {
  let left = cents
  const take = (wanted: number) => {
    const taken = Math.min(left, wanted)
    left -= taken
    return taken
  }
  const feeCents = take(term.feeCents)
  const owed = term.taxesFor(0)
  return { feeCents, premiumCents: 0, taxes: Object.fromEntries(taxNames.map((name) => [name, take(owed[name] ?? 0)])) }
}

/**
 * The part of the term that so much money pays: first the earned fee and its tax, then premium with its own tax. A cent
 * that pays no more premium with its tax is premium, so that what is kept is what was received (CAN-5).
 */
function paidBy(cents: number, term: EndingTerm): Kept {
  const { feeCents } = term
  const whole = everything(term)
  if (cents >= getTotal(whole)) return whole
  const withTaxes = (premiumCents: number): Kept => ({ premiumCents, feeCents, taxes: term.taxesFor(premiumCents) })
  if (cents < getTotal(withTaxes(0))) return feeAndTaxesFrom(cents, term)
  const paid = withTaxes(
    greatest(term.price.premiumCents, (premiumCents) => getTotal(withTaxes(premiumCents)) <= cents),
  )
  return { ...paid, premiumCents: paid.premiumCents + cents - getTotal(paid) }
}

/**
 * The day on which cover ends that was paid in part: the one to which the money pays after the earned fee and its tax
 * (CAN-4). Nothing received: the inception, since no cover was given.
 */
export function getPaidToDate(term: EndingTerm, receivedCents: number): string {
  const { inceptionDate, expirationDate } = term.schedule.begun
  if (receivedCents >= getTotal(everything(term))) return expirationDate
  const { premiumCents } = paidBy(Math.max(0, receivedCents), term)
  const days = greatest(
    daysBetween(inceptionDate, expirationDate),
    (count) => scheduledPrice(term.schedule, plusDays(inceptionDate, count)).scheduledCents <= premiumCents,
  )
  return premiumCents > 0 ? plusDays(inceptionDate, days) : inceptionDate
}

/** What was earned by the day on which it ends: the schedule, the minimum, the fee and its tax (CAN-3, PRI-3, TAX-3). */
function earnedBy(effectiveDate: string, term: EndingTerm): Kept {
  const { premiumCents } = termPrice(term.schedule, effectiveDate)
  return { premiumCents, feeCents: term.feeCents, taxes: term.taxesFor(premiumCents) }
}

/** A flat end gives back what its row says, which is everything but for what it names. */
function flat(rule: RefundRule, term: EndingTerm): Kept {
  const { taxes, feeCents } = everything(term)
  const stays = (name: TaxColumn) => (getKind(name) === 'surcharge' ? rule.surcharges : rule.taxes) !== 'full'
  return {
    premiumCents: 0,
    feeCents: rule.policyFee === 'full' ? 0 : feeCents,
    taxes: Object.fromEntries(Object.entries(taxes).filter(([name]) => stays(name as TaxColumn))),
  }
}

function getKept(rule: RefundRule, term: EndingTerm, facts: RefundFacts): Kept {
  const { effectiveDate, receivedCents } = facts
  if (facts.isBlockedByClaim) return everything(term)
  switch (rule.premium) {
    case 'full':
      return flat(rule, term)
    case 'proRata':
    case 'proRataOrMinimumEarned':
      return earnedBy(effectiveDate, term)
    case 'proRataToPaidDate':
      return receivedCents > 0 ? paidBy(receivedCents, term) : { premiumCents: 0, feeCents: 0, taxes: {} }
    case 'none': {
      // What is kept is what was received or, where that is more, what was earned: never the rest of the year.
      const [earned, paid] = [earnedBy(effectiveDate, term), paidBy(Math.max(0, receivedCents), term)]
      return getTotal(paid) > getTotal(earned) ? paid : earned
    }
  }
}

/**
 * What the end of a term gives back of each charge (CAN-1, TAX-3, CAN-3, PRI-3, CAN-4, POL-8): the term as it was charged minus the term as it
 * is kept, so that no line has to take another one's rest.
 */
export function calculateRefundLines(rule: RefundRule, term: EndingTerm, facts: RefundFacts): Refund {
  const [charged, kept] = [everything(term), getKept(rule, term, facts)]
  const line = (of: Omit<RefundLine, 'refundedCents'>): RefundLine => ({
    ...of,
    refundedCents: of.chargedCents - of.keptCents,
  })
  const lines = [
    line({
      kind: 'premium',
      charge: 'premium_written',
      description: chargeNames.premium,
      chargedCents: charged.premiumCents,
      keptCents: kept.premiumCents,
    }),
    line({
      kind: 'policyFee',
      charge: 'policy_fee',
      description: chargeNames.policy_fee,
      chargedCents: charged.feeCents,
      keptCents: kept.feeCents,
    }),
    ...taxNames.map((column) => {
      const charge = taxColumns[column]
      const description = chargeNames[column]
      const [chargedCents, keptCents] = [charged.taxes[column] ?? 0, kept.taxes[column] ?? 0]
      return line({ kind: getKind(column), charge, column, description, chargedCents, keptCents })
    }),
  ].filter(({ chargedCents, keptCents }) => chargedCents !== 0 || keptCents !== 0)
  const refundCents = lines.reduce((sum, { refundedCents }) => sum + refundedCents, 0)
  const isByDays = rule.premium !== 'full' && refundCents !== 0
  const { periods } = isByDays
    ? getDifference(term.schedule, term.schedule, facts.effectiveDate)
    : { periods: [] as Period[] }
  const byDays = periods.reduce((sum, { cents }) => sum - cents, 0)
  const minimumCents = isByDays ? Math.max(0, byDays - (charged.premiumCents - kept.premiumCents)) : 0
  return { lines, refundCents, periods, minimumCents }
}
