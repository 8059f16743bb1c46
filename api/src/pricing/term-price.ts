import { countDaysBetween, getEarlierDate, getLaterDate } from '../calendar/days.ts'
import { roundFraction } from './round-fraction.ts'
import {
  applyTermChange,
  type Coverage,
  type CoverageTerms,
  clampEffectiveDate,
  type InitialTransaction,
  sortByEffectiveDate,
  type TermChange,
} from './term.ts'

/** A period in which the price does not change. */
interface Segment {
  from: string
  /** Date after the last day of the segment. */
  to: string
  terms: CoverageTerms
}

/** An amount that no rate explains: a manual adjustment, or a charge from before rates were stored. */
interface EvenAmount {
  from: string
  cents: number
}

/** A term with its price for every day. The cost of any period can be calculated from it. */
export interface PriceSchedule {
  begun: InitialTransaction
  segments: readonly Segment[]
  evenAmounts: readonly EvenAmount[]
}

export interface TermPrice {
  /** Cost of each coverage for the requested days. Null if the coverage is included. */
  coverages: Coverage[]
  /** Deductible at the end of the term. */
  deductibleCents: number
  /** Total of coverage premiums and amounts without a rate, before the minimum earned premium applies. */
  scheduledCents: number
  /** Amount that is added to reach the minimum earned premium (PRI-3). */
  minimumAddsCents: number
  premiumCents: number
}

/**
 * Returns the premium factor for a deductible, in ten-millionths: one percent less per $1,000, up to twenty percent.
 * Only the endorsement editor uses this scale. Another system rates policies (PRI-6).
 */
export const getDeductibleFactor = (deductibleCents: number) => 10_000_000 - Math.min(2_000_000, deductibleCents)

function getSegments(begun: InitialTransaction, changes: readonly TermChange[]): Segment[] {
  const segments: Segment[] = []
  let terms: CoverageTerms = { coverages: begun.coverages, deductibleCents: begun.deductibleCents }
  let from = begun.inceptionDate
  for (const change of sortByEffectiveDate(begun, changes)) {
    const day = clampEffectiveDate(begun, change)
    if (day > from) segments.push({ from, to: day, terms })
    terms = applyTermChange(terms, change)
    from = day
  }
  return [...segments, { from, to: begun.expirationDate, terms }]
}

const daysBefore = (end: string, { from, to }: Pick<Segment, 'from' | 'to'>) =>
  Math.max(0, countDaysBetween(from, getEarlierDate(end, to)))

/** Returns the cost of a coverage from inception to `end`, in cents. */
function coverageCents({ begun, segments }: PriceSchedule, coverage: Coverage, end: string): number {
  if (!coverage.premiumCents || !coverage.limitCents) return 0
  const weight = segments.reduce((sum, segment) => {
    const limitCents = segment.terms.coverages.find(({ code }) => code === coverage.code)?.limitCents ?? 0
    const factor = BigInt(limitCents) * BigInt(getDeductibleFactor(segment.terms.deductibleCents))
    return sum + factor * BigInt(daysBefore(end, segment))
  }, 0n)
  const whole =
    BigInt(coverage.limitCents) *
    BigInt(getDeductibleFactor(begun.deductibleCents)) *
    BigInt(countDaysBetween(begun.inceptionDate, begun.expirationDate))
  return roundFraction(BigInt(coverage.premiumCents) * weight, whole)
}

const evenCents = ({ begun }: PriceSchedule, { from, cents }: EvenAmount, end: string): number => {
  const own = { from, to: begun.expirationDate }
  return roundFraction(BigInt(cents) * BigInt(daysBefore(end, own)), BigInt(countDaysBetween(own.from, own.to)))
}

/** Returns the premium that belongs to no coverage. */
const getRemainder = (begun: InitialTransaction): EvenAmount => ({
  from: begun.inceptionDate,
  cents: begun.coverages.reduce((rest, { premiumCents }) => rest - (premiumCents ?? 0), begun.grossCents),
})

/** Returns the cost from inception to `end`, without the minimum earned premium. */
export function getScheduledPrice(schedule: PriceSchedule, end: string) {
  const terms = schedule.segments.at(-1)?.terms.coverages ?? []
  const coverages = schedule.begun.coverages.map((coverage) => ({
    code: coverage.code,
    limitCents: terms.find(({ code }) => code === coverage.code)?.limitCents ?? coverage.limitCents,
    premiumCents: coverage.premiumCents === null ? null : coverageCents(schedule, coverage, end),
  }))
  const even = [getRemainder(schedule.begun), ...schedule.evenAmounts].map((amount) => evenCents(schedule, amount, end))
  const scheduledCents =
    coverages.reduce((sum, { premiumCents }) => sum + (premiumCents ?? 0), 0) +
    even.reduce((sum, cents) => sum + cents, 0)
  return { coverages, scheduledCents }
}

/**
 * Returns the term's minimum earned premium. Does not apply to a flat cancellation (PRI-3). It is based on the premium
 * at binding or the current premium, whichever is greater, so lower coverage does not reduce it. It never exceeds this
 * premium.
 */
export function getMinimumEarnedPremiumCents(schedule: PriceSchedule): number {
  const { begun } = schedule
  const { percent, cents } = begun.minimumEarned
  const base = Math.max(begun.grossCents, getScheduledPrice(schedule, begun.expirationDate).scheduledCents)
  return Math.min(base, Math.max(cents, roundFraction(BigInt(base) * BigInt(percent), 100n)))
}

/** Returns the term's price. If the term ends before its expiration date, returns the price up to `end` (CAN-3). */
export function getTermPrice(schedule: PriceSchedule, end = schedule.begun.expirationDate): TermPrice {
  const { coverages, scheduledCents } = getScheduledPrice(schedule, getLaterDate(end, schedule.begun.inceptionDate))
  const premiumCents = Math.max(scheduledCents, getMinimumEarnedPremiumCents(schedule))
  const deductibleCents = schedule.segments.at(-1)?.terms.deductibleCents ?? schedule.begun.deductibleCents
  return { coverages, deductibleCents, scheduledCents, minimumAddsCents: premiumCents - scheduledCents, premiumCents }
}

/** Returns the annual price in effect on a date, in cents. */
export function getYearlyPriceCents(schedule: PriceSchedule, day: string): number {
  const { begun } = schedule
  const segment = schedule.segments.findLast(({ from }) => from <= day)
  if (!segment) return 0
  const term = { from: begun.inceptionDate, to: begun.expirationDate, terms: segment.terms }
  const even = schedule.evenAmounts.reduce((sum, { from, cents }) => {
    if (from > day) return sum
    const days = countDaysBetween(begun.inceptionDate, begun.expirationDate)
    return sum + roundFraction(BigInt(cents) * BigInt(days), BigInt(countDaysBetween(from, begun.expirationDate)))
  }, 0)
  return getScheduledPrice({ begun, segments: [term], evenAmounts: [] }, begun.expirationDate).scheduledCents + even
}

/**
 * Builds the schedule of a term (PRI-1). Amounts that the rates do not explain, such as manual adjustments, are spread
 * evenly over the days of their transaction.
 */
export function buildPriceSchedule(begun: InitialTransaction, changes: readonly TermChange[]): PriceSchedule {
  let schedule: PriceSchedule = { begun, segments: getSegments(begun, []), evenAmounts: [] }
  for (const [index, change] of changes.entries()) {
    const next: PriceSchedule = { ...schedule, segments: getSegments(begun, changes.slice(0, index + 1)) }
    if (change.chargedCents !== undefined) {
      const cents = change.chargedCents - (getTermPrice(next).premiumCents - getTermPrice(schedule).premiumCents)
      if (cents !== 0) next.evenAmounts = [...next.evenAmounts, { from: clampEffectiveDate(begun, change), cents }]
    }
    schedule = next
  }
  return schedule
}
