import { daysBetween, getEarlierDate, getLaterDate } from '../calendar/days.ts'
import { roundedShare } from './rounded-share.ts'
import { applied, type Coverage, getDay, inEffect, type TermBegun, type TermChange, type Terms } from './term.ts'

/** Days on which nothing changes. */
interface Segment {
  from: string
  /** The day after the last one. */
  to: string
  terms: Terms
}

/** An amount without a rate: a manual adjustment, or what was charged before rates were kept. */
interface EvenAmount {
  from: string
  cents: number
}

/** A term with everything that has a price, ready to be asked what any part of it costs. */
export interface Schedule {
  begun: TermBegun
  segments: readonly Segment[]
  evenAmounts: readonly EvenAmount[]
}

export interface TermPrice {
  /** What each coverage costs for the days asked for; null for what is included. */
  coverages: Coverage[]
  /** The deductible that the term ends with. */
  deductibleCents: number
  /** Everything that is not the minimum: coverages, and what has no rate. */
  scheduledCents: number
  /** What the minimum earned premium adds (PRI-3). */
  minimumAddsCents: number
  premiumCents: number
}

/**
 * A higher deductible makes the premium lower: one percent per $1,000, at most twenty. Rating is another system's work
 * (PRI-6); this is the scale that our own editor prices with. In ten-millionths.
 */
export const deductibleFactor = (deductibleCents: number) => 10_000_000 - Math.min(2_000_000, deductibleCents)

function getSegments(begun: TermBegun, changes: readonly TermChange[]): Segment[] {
  const segments: Segment[] = []
  let terms: Terms = { coverages: begun.coverages, deductibleCents: begun.deductibleCents }
  let from = begun.inceptionDate
  for (const change of inEffect(begun, changes)) {
    const day = getDay(begun, change)
    if (day > from) segments.push({ from, to: day, terms })
    terms = applied(terms, change)
    from = day
  }
  return [...segments, { from, to: begun.expirationDate, terms }]
}

const daysBefore = (end: string, { from, to }: Pick<Segment, 'from' | 'to'>) =>
  Math.max(0, daysBetween(from, getEarlierDate(end, to)))

/** What a coverage costs from the inception to the day `end`. */
function coverageCents({ begun, segments }: Schedule, coverage: Coverage, end: string): number {
  if (!coverage.premiumCents || !coverage.limitCents) return 0
  const weight = segments.reduce((sum, segment) => {
    const limitCents = segment.terms.coverages.find(({ code }) => code === coverage.code)?.limitCents ?? 0
    const factor = BigInt(limitCents) * BigInt(deductibleFactor(segment.terms.deductibleCents))
    return sum + factor * BigInt(daysBefore(end, segment))
  }, 0n)
  const whole =
    BigInt(coverage.limitCents) *
    BigInt(deductibleFactor(begun.deductibleCents)) *
    BigInt(daysBetween(begun.inceptionDate, begun.expirationDate))
  return roundedShare(BigInt(coverage.premiumCents) * weight, whole)
}

const evenCents = ({ begun }: Schedule, { from, cents }: EvenAmount, end: string): number => {
  const own = { from, to: begun.expirationDate }
  return roundedShare(BigInt(cents) * BigInt(daysBefore(end, own)), BigInt(daysBetween(own.from, own.to)))
}

/** What no coverage accounts for. */
const getRemainder = (begun: TermBegun): EvenAmount => ({
  from: begun.inceptionDate,
  cents: begun.coverages.reduce((rest, { premiumCents }) => rest - (premiumCents ?? 0), begun.grossCents),
})

/** What the days from the inception to `end` cost by the schedule, each coverage rounded once; no minimum is looked at. */
export function scheduledPrice(schedule: Schedule, end: string) {
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
 * The least that the term costs unless it ends flat (PRI-3): of the premium it was bound with, or of what it costs
 * by now where that is more, so that it is not walked around by lowering the cover first. Never more than that premium.
 */
export function minimumEarnedCents(schedule: Schedule): number {
  const { begun } = schedule
  const { percent, cents } = begun.minimumEarned
  const base = Math.max(begun.grossCents, scheduledPrice(schedule, begun.expirationDate).scheduledCents)
  return Math.min(base, Math.max(cents, roundedShare(BigInt(base) * BigInt(percent), 100n)))
}

/** What the term costs, to the day `end` where it ends before its expiration (CAN-3). */
export function termPrice(schedule: Schedule, end = schedule.begun.expirationDate): TermPrice {
  const { coverages, scheduledCents } = scheduledPrice(schedule, getLaterDate(end, schedule.begun.inceptionDate))
  const premiumCents = Math.max(scheduledCents, minimumEarnedCents(schedule))
  const deductibleCents = schedule.segments.at(-1)?.terms.deductibleCents ?? schedule.begun.deductibleCents
  return { coverages, deductibleCents, scheduledCents, minimumAddsCents: premiumCents - scheduledCents, premiumCents }
}

/** A year's price of the terms of a segment, in cents. */
export function yearlyCents(schedule: Schedule, day: string): number {
  const { begun } = schedule
  const segment = schedule.segments.findLast(({ from }) => from <= day)
  if (!segment) return 0
  const term = { from: begun.inceptionDate, to: begun.expirationDate, terms: segment.terms }
  const even = schedule.evenAmounts.reduce((sum, { from, cents }) => {
    if (from > day) return sum
    const days = daysBetween(begun.inceptionDate, begun.expirationDate)
    return sum + roundedShare(BigInt(cents) * BigInt(days), BigInt(daysBetween(from, begun.expirationDate)))
  }, 0)
  return scheduledPrice({ begun, segments: [term], evenAmounts: [] }, begun.expirationDate).scheduledCents + even
}

/**
 * The schedule of a term (PRI-1). What a posted transaction was charged beyond its rates, as a manual adjustment
 * is, or one that was posted before rates were kept, is spread over its own days: so it goes back as it came.
 */
export function getSchedule(begun: TermBegun, changes: readonly TermChange[]): Schedule {
  let schedule: Schedule = { begun, segments: getSegments(begun, []), evenAmounts: [] }
  for (const [index, change] of changes.entries()) {
    const next: Schedule = { ...schedule, segments: getSegments(begun, changes.slice(0, index + 1)) }
    if (change.chargedCents !== undefined) {
      const cents = change.chargedCents - (termPrice(next).premiumCents - termPrice(schedule).premiumCents)
      if (cents !== 0) next.evenAmounts = [...next.evenAmounts, { from: getDay(begun, change), cents }]
    }
    schedule = next
  }
  return schedule
}
