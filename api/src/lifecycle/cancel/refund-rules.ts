import { addDays, countDaysBetween } from '../../calendar/days.ts'
import { chargeNames } from '../../catalog/charges.ts'
import { type ChargeKind, getChargeKind } from '../../ledger/charge-kind.ts'
import type { ChargeCode } from '../../ledger/ledger.ts'
import type { PolicyTerm } from '../../policy/read-term.ts'
import { type ChangedPricePeriod, calculatePriceDifference } from '../../pricing/price-difference.ts'
import { getCarriedMinimumCents, getScheduledPrice, getTermPrice } from '../../pricing/term-price.ts'
import { sumTaxes, type TaxColumn, type Taxes, taxColumnNames, taxColumns } from '../../taxes/taxes.ts'

/** Refund rule of a cancel reason for each kind of charge (CAN-1, TAX-3), from a row of `cancel_reasons`. */
export interface RefundRule {
  premium: 'full' | 'proRata' | 'proRataOrMinimumEarned' | 'proRataToPaidDate' | 'none'
  policyFee: 'full' | 'none'
  taxes: 'full' | 'withPremium' | 'none'
  surcharges: 'full' | 'none'
  goesFirstToNewPolicy: boolean
}

/** A term to cancel: its price on any date, its taxes for any premium, and its fee and taxes. */
export interface CancellableTerm extends Pick<PolicyTerm, 'schedule' | 'price' | 'taxesFor'> {
  feeCents: number
  taxes: Taxes
}

export interface RefundInput {
  /** First date without coverage, `YYYY-MM-DD`. */
  effectiveDate: string
  receivedCents: number
  /** Whether a paid or open claim in the term blocks the refund until staff decide. */
  isBlockedByClaim: boolean
}

export interface RefundLine {
  kind: ChargeKind
  charge: ChargeCode
  /** Column of a tax. Undefined for other charges. */
  column?: TaxColumn
  description: string
  chargedCents: number
  keptCents: number
  refundedCents: number
}

export interface Refund {
  lines: RefundLine[]
  refundCents: number
  /** Returned days, if premium is returned pro rata. */
  periods: ChangedPricePeriod[]
  /** Amount in cents that is retained to meet the minimum earned premium. */
  minimumCents: number
}

/** Retained amounts of a term, in cents. */
interface RetainedAmounts {
  premiumCents: number
  feeCents: number
  taxes: Taxes
}

const getKind = (column: TaxColumn) => getChargeKind(taxColumns[column])

/**
 * Returns the refund basis with the contract's name. It is flat or pro rata unless the minimum earned premium retains
 * more.
 */
export const getRefundBasis = (
  { premium, goesFirstToNewPolicy }: RefundRule,
  { minimumCents }: Pick<Refund, 'minimumCents'>,
) => {
  if (premium === 'full' && minimumCents === 0)
    return goesFirstToNewPolicy ? ('flatToNewPolicy' as const) : ('flat' as const)
  if (premium === 'proRataToPaidDate') return 'paidToDate' as const
  if (premium === 'none') return premium
  return minimumCents > 0 ? ('minimumEarned' as const) : ('proRata' as const)
}

const getTotal = ({ premiumCents, feeCents, taxes }: RetainedAmounts) => premiumCents + feeCents + sumTaxes(taxes)

const getFullCharges = ({ price, feeCents, taxes }: CancellableTerm): RetainedAmounts => ({
  premiumCents: price.premiumCents,
  feeCents,
  taxes,
})

/**
 * Returns the greatest number from 0 to `most` for which `fits` is true, or 0 if there is none. It uses binary search,
 * so if `fits` is true for a number, it must be true for all smaller ones.
 */
function findGreatest(most: number, fits: (candidate: number) => boolean): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** Allocates an amount that does not cover the fee: first to the fee, then to taxes. */
function allocateToFeeAndTaxes(cents: number, term: CancellableTerm): RetainedAmounts {
  let left = cents
  const take = (wanted: number) => {
    const taken = Math.min(left, wanted)
    left -= taken
    return taken
  }
  const feeCents = take(term.feeCents)
  const owed = term.taxesFor(0)
  return {
    feeCents,
    premiumCents: 0,
    taxes: Object.fromEntries(taxColumnNames.map((name) => [name, take(owed[name] ?? 0)])),
  }
}

/**
 * Returns the charges that the received money covers: first the fee with its tax, then premium with its tax. A
 * remaining cent counts as premium so that exactly the received amount is retained (CAN-5).
 */
function getPaidPart(cents: number, term: CancellableTerm): RetainedAmounts {
  const { feeCents } = term
  const whole = getFullCharges(term)
  if (cents >= getTotal(whole)) return whole
  const withTaxes = (premiumCents: number): RetainedAmounts => ({
    premiumCents,
    feeCents,
    taxes: term.taxesFor(premiumCents),
  })
  if (cents < getTotal(withTaxes(0))) return allocateToFeeAndTaxes(cents, term)
  const paid = withTaxes(
    findGreatest(term.price.premiumCents, (premiumCents) => getTotal(withTaxes(premiumCents)) <= cents),
  )
  return { ...paid, premiumCents: paid.premiumCents + cents - getTotal(paid) }
}

/**
 * Returns the date until which the received money covers the premium, after the fee with its tax (CAN-4). Without any
 * payment, this is the inception date.
 */
export function getPaidToDate(term: CancellableTerm, receivedCents: number): string {
  const { inceptionDate, expirationDate } = term.schedule.begun
  if (receivedCents >= getTotal(getFullCharges(term))) return expirationDate
  const { premiumCents } = getPaidPart(Math.max(0, receivedCents), term)
  const days = findGreatest(
    countDaysBetween(inceptionDate, expirationDate),
    (count) => getScheduledPrice(term.schedule, addDays(inceptionDate, count)).scheduledCents <= premiumCents,
  )
  return premiumCents > 0 ? addDays(inceptionDate, days) : inceptionDate
}

/**
 * Returns the amounts that are earned by the cancellation date: scheduled or minimum premium, the fee and taxes (CAN-3,
 * PRI-3, TAX-3).
 */
function getEarnedPart(effectiveDate: string, term: CancellableTerm): RetainedAmounts {
  const { premiumCents } = getTermPrice(term.schedule, effectiveDate)
  return { premiumCents, feeCents: term.feeCents, taxes: term.taxesFor(premiumCents) }
}

/**
 * Returns the amounts that a flat cancellation retains. It retains no premium except the carried minimum with its taxes
 * (PRI-9), but fees, taxes or surcharges if the reason's refund rule says so.
 */
function getFlatRetained(rule: RefundRule, term: CancellableTerm): RetainedAmounts {
  const { taxes, feeCents } = getFullCharges(term)
  const premiumCents = Math.min(term.price.premiumCents, getCarriedMinimumCents(term.schedule))
  const [taxed, untaxed] = [term.taxesFor(premiumCents), term.taxesFor(0)]
  const stays = (name: TaxColumn) => (getKind(name) === 'surcharge' ? rule.surcharges : rule.taxes) !== 'full'
  const getTax = (name: TaxColumn) =>
    stays(name) ? (taxes[name] ?? 0) : Math.max(0, (taxed[name] ?? 0) - (untaxed[name] ?? 0))
  return {
    premiumCents,
    feeCents: rule.policyFee === 'full' ? 0 : feeCents,
    taxes: Object.fromEntries(taxColumnNames.map((name) => [name, getTax(name)])),
  }
}

function getRetained(rule: RefundRule, term: CancellableTerm, facts: RefundInput): RetainedAmounts {
  const { effectiveDate, receivedCents } = facts
  if (facts.isBlockedByClaim) return getFullCharges(term)
  switch (rule.premium) {
    case 'full':
      return getFlatRetained(rule, term)
    case 'proRata':
    case 'proRataOrMinimumEarned':
      return getEarnedPart(effectiveDate, term)
    case 'proRataToPaidDate':
      return getPaidPart(Math.max(0, receivedCents), term)
    case 'none': {
      // Retains the greater of the received and the earned amount, but no premium for the rest of the year.
      const [earned, paid] = [getEarnedPart(effectiveDate, term), getPaidPart(Math.max(0, receivedCents), term)]
      return getTotal(paid) > getTotal(earned) ? paid : earned
    }
  }
}

/** Returns the carried minimum that a flat cancellation retains, in cents (PRI-9). */
const getFlatMinimumCents = (rule: RefundRule, kept: RetainedAmounts, { isBlockedByClaim }: RefundInput) =>
  rule.premium === 'full' && !isBlockedByClaim ? kept.premiumCents : 0

/**
 * Calculates the refund of each charge: the amount charged minus the amount retained (CAN-1, TAX-3, CAN-3, PRI-3,
 * CAN-4, POL-8). Each line is rounded separately.
 */
export function calculateRefundLines(rule: RefundRule, term: CancellableTerm, facts: RefundInput): Refund {
  const [charged, kept] = [getFullCharges(term), getRetained(rule, term, facts)]
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
    ...taxColumnNames.map((column) => {
      const charge = taxColumns[column]
      const description = chargeNames[column]
      const [chargedCents, keptCents] = [charged.taxes[column] ?? 0, kept.taxes[column] ?? 0]
      return line({ kind: getKind(column), charge, column, description, chargedCents, keptCents })
    }),
  ].filter(({ chargedCents, keptCents }) => chargedCents !== 0 || keptCents !== 0)
  const refundCents = lines.reduce((sum, { refundedCents }) => sum + refundedCents, 0)
  const isByDays = rule.premium !== 'full' && refundCents !== 0
  const { periods } = isByDays
    ? calculatePriceDifference(term.schedule, term.schedule, facts.effectiveDate)
    : { periods: [] as ChangedPricePeriod[] }
  const byDays = periods.reduce((sum, { cents }) => sum - cents, 0)
  const minimumCents = isByDays
    ? Math.max(0, byDays - (charged.premiumCents - kept.premiumCents))
    : getFlatMinimumCents(rule, kept, facts)
  return { lines, refundCents, periods, minimumCents }
}
