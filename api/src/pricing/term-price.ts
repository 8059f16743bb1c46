import { countDaysBetween, getEarlierDate, getLaterDate } from '../calendar/days.ts'
import { roundFraction } from './round-fraction.ts'
import {
  applyTermChange,
  type Coverage,
  type CoverageTerms,
  clampEffectiveDate,
  getLimitCents,
  type InitialTransaction,
  type Lapse,
  sortByEffectiveDate,
  type TermChange,
} from './term.ts'

/** A period in which the price does not change. */
interface Segment {
  from: string
  /** Date after the last day of the segment. */
  to: string
  terms: CoverageTerms
  /** Whether the policy was not in force (DEL-26). */
  isLapsed?: boolean
}

/** An amount that no rate explains: a manual adjustment, or a charge from before rates were stored. */
interface EvenAmount {
  from: string
  cents: number
  /** Number of days over which the amount was spread when it was charged. */
  days: number
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

/** Marks the days of a lapse. A segment that is partly in the lapse is split. */
const applyLapse = (segments: readonly Segment[], lapse: Lapse): Segment[] =>
  segments.flatMap((segment) => {
    const from = getLaterDate(segment.from, getEarlierDate(lapse.from, segment.to))
    const to = getEarlierDate(segment.to, getLaterDate(lapse.to, segment.from))
    return [
      { ...segment, to: from },
      { ...segment, from, to, isLapsed: true },
      { ...segment, from: to },
    ].filter((part) => part.from < part.to)
  })

function getSegments(
  begun: InitialTransaction,
  changes: readonly TermChange[],
  lapses: readonly Lapse[] = begun.lapses ?? [],
): Segment[] {
  const segments: Segment[] = []
  let terms: CoverageTerms = { coverages: begun.coverages, deductibleCents: begun.deductibleCents }
  let from = begun.inceptionDate
  for (const change of sortByEffectiveDate(begun, changes)) {
    const day = clampEffectiveDate(begun, change)
    if (day > from) segments.push({ from, to: day, terms })
    terms = applyTermChange(terms, change)
    from = day
  }
  return lapses.reduce(applyLapse, [...segments, { from, to: begun.expirationDate, terms }])
}

/** Returns the number of covered days of a segment before `end`. */
const daysBefore = (end: string, { from, to, isLapsed }: Segment) =>
  isLapsed ? 0 : Math.max(0, countDaysBetween(from, getEarlierDate(end, to)))

/** Returns the number of covered days from `start` until `end`. */
const countCoveredDays = (segments: readonly Segment[], start: string, end: string) =>
  segments.reduce((sum, segment) => sum + daysBefore(end, { ...segment, from: getLaterDate(segment.from, start) }), 0)

/** Returns the cost of a coverage from inception to `end`, in cents. */
function coverageCents({ begun, segments }: PriceSchedule, coverage: Coverage, end: string): number {
  if (!coverage.premiumCents || !coverage.limitCents) return 0
  const weight = segments.reduce((sum, segment) => {
    const limitCents = getLimitCents(segment.terms, coverage.code)
    const factor = BigInt(limitCents) * BigInt(getDeductibleFactor(segment.terms.deductibleCents))
    return sum + factor * BigInt(daysBefore(end, segment))
  }, 0n)
  const whole =
    BigInt(coverage.limitCents) *
    BigInt(getDeductibleFactor(begun.deductibleCents)) *
    BigInt(countDaysBetween(begun.inceptionDate, begun.expirationDate))
  return roundFraction(BigInt(coverage.premiumCents) * weight, whole)
}

const evenCents = ({ segments }: PriceSchedule, { from, cents, days }: EvenAmount, end: string): number =>
  days === 0 ? cents : roundFraction(BigInt(cents) * BigInt(countCoveredDays(segments, from, end)), BigInt(days))

/** Returns the premium that belongs to no coverage. */
const getRemainder = (begun: InitialTransaction): EvenAmount => ({
  from: begun.inceptionDate,
  cents: begun.coverages.reduce((rest, { premiumCents }) => rest - (premiumCents ?? 0), begun.grossCents),
  days: countDaysBetween(begun.inceptionDate, begun.expirationDate),
})

/** Returns the terms at the end of the term. */
const getFinalTerms = ({ begun, segments }: PriceSchedule): CoverageTerms => segments.at(-1)?.terms ?? begun

/** Returns the cost from inception to `end`, without the minimum earned premium. */
export function getScheduledPrice(schedule: PriceSchedule, end: string) {
  const terms = getFinalTerms(schedule)
  const coverages = schedule.begun.coverages.map((coverage) => ({
    code: coverage.code,
    limitCents: getLimitCents(terms, coverage.code),
    premiumCents: coverage.premiumCents === null ? null : coverageCents(schedule, coverage, end),
  }))
  const even = [getRemainder(schedule.begun), ...schedule.evenAmounts].map((amount) => evenCents(schedule, amount, end))
  const scheduledCents =
    coverages.reduce((sum, { premiumCents }) => sum + (premiumCents ?? 0), 0) +
    even.reduce((sum, cents) => sum + cents, 0)
  return { coverages, scheduledCents }
}

/**
 * Returns the premium on which the minimum earned premium is based: the premium at binding or the current premium,
 * whichever is greater, so lower coverage does not reduce the minimum.
 */
const getMinimumBaseCents = (schedule: PriceSchedule): number =>
  Math.max(schedule.begun.grossCents, getScheduledPrice(schedule, schedule.begun.expirationDate).scheduledCents)

/**
 * Returns the part of the replaced term's minimum earned premium that this term must retain, in cents (PRI-9). It also
 * applies to a flat cancellation.
 */
export const getCarriedMinimumCents = (schedule: PriceSchedule): number =>
  Math.min(getMinimumBaseCents(schedule), schedule.begun.carriedMinimumCents ?? 0)

/**
 * Returns the term's minimum earned premium. Only its carried part (PRI-9) applies to a flat cancellation (PRI-3). It
 * never exceeds the premium on which it is based.
 */
export function getMinimumEarnedPremiumCents(schedule: PriceSchedule): number {
  const { percent, cents } = schedule.begun.minimumEarned
  const base = getMinimumBaseCents(schedule)
  const own = Math.min(base, Math.max(cents, roundFraction(BigInt(base) * BigInt(percent), 100n)))
  return Math.max(own, getCarriedMinimumCents(schedule))
}

/** Returns the term's price. If the term ends before its expiration date, returns the price up to `end` (CAN-3). */
export function getTermPrice(schedule: PriceSchedule, end = schedule.begun.expirationDate): TermPrice {
  const { coverages, scheduledCents } = getScheduledPrice(schedule, getLaterDate(end, schedule.begun.inceptionDate))
  const premiumCents = Math.max(scheduledCents, getMinimumEarnedPremiumCents(schedule))
  const { deductibleCents } = getFinalTerms(schedule)
  return { coverages, deductibleCents, scheduledCents, minimumAddsCents: premiumCents - scheduledCents, premiumCents }
}

/** Returns the annual price in effect on a date, in cents. */
export function getYearlyPriceCents(schedule: PriceSchedule, day: string): number {
  const { begun } = schedule
  const segment = schedule.segments.findLast(({ from }) => from <= day)
  if (!segment || segment.isLapsed) return 0
  const term = { from: begun.inceptionDate, to: begun.expirationDate, terms: segment.terms }
  const even = schedule.evenAmounts.reduce((sum, { from, cents, days }) => {
    if (from > day) return sum
    return (
      sum +
      roundFraction(BigInt(cents) * BigInt(countDaysBetween(begun.inceptionDate, begun.expirationDate)), BigInt(days))
    )
  }, 0)
  return getScheduledPrice({ begun, segments: [term], evenAmounts: [] }, begun.expirationDate).scheduledCents + even
}

/**
 * Builds the schedule of a term (PRI-1). Amounts that the rates do not explain, such as manual adjustments, are spread
 * evenly over the days of their transaction. A transaction was priced with the lapses that were posted before it.
 */
export function buildPriceSchedule(begun: InitialTransaction, changes: readonly TermChange[]): PriceSchedule {
  let evenAmounts: readonly EvenAmount[] = []
  for (const [index, change] of changes.entries()) {
    if (change.chargedCents === undefined) continue
    const lapses = begun.lapses?.slice(0, change.lapsesBefore)
    const [before, after] = [index, index + 1].map(
      (count): PriceSchedule => ({ begun, segments: getSegments(begun, changes.slice(0, count), lapses), evenAmounts }),
    ) as [PriceSchedule, PriceSchedule]
    const cents = change.chargedCents - (getTermPrice(after).premiumCents - getTermPrice(before).premiumCents)
    const from = clampEffectiveDate(begun, change)
    if (cents !== 0)
      evenAmounts = [
        ...evenAmounts,
        { from, cents, days: countCoveredDays(after.segments, from, begun.expirationDate) },
      ]
  }
  return { begun, segments: getSegments(begun, changes), evenAmounts }
}
