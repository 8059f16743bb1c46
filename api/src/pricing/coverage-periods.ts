import { getLimitCents } from './term.ts'
import { getScheduledPrice, type PriceSchedule } from './term-price.ts'

/** Period of a term during which a coverage has one limit. */
export interface CoveragePeriod {
  code: string
  /** First day, `YYYY-MM-DD`. The period ends the day before the next period of the coverage starts. */
  effectiveDate: string
  limitCents: number
  /** Premium in cents, or null if the coverage is included. */
  premiumCents: number | null
}

/** Merges consecutive segments with the same value. */
const mergeEqualSegments = <Value>(segments: readonly { from: string; value: Value }[]) =>
  segments.filter(({ value }, index) => segments[index - 1]?.value !== value)

/**
 * Returns the term's limits with their effective dates and premiums (DOC-7). Each coverage's period premiums add up to
 * its premium for the term. The limit is 0 during a lapse.
 */
export function getCoveragePeriods(schedule: PriceSchedule): CoveragePeriod[] {
  const { begun, segments } = schedule
  const getPremiumUntil = (code: string, end: string) =>
    getScheduledPrice(schedule, end).coverages.find((coverage) => coverage.code === code)?.premiumCents ?? 0
  return begun.coverages.flatMap(({ code, premiumCents }) => {
    const changes = mergeEqualSegments(
      segments.map(({ from, terms, isLapsed }) => ({
        from,
        value: isLapsed ? 0 : getLimitCents(terms, code),
      })),
    )
    return changes.map(({ from, value }, index) => ({
      code,
      effectiveDate: from,
      limitCents: value,
      premiumCents:
        premiumCents === null
          ? null
          : getPremiumUntil(code, changes[index + 1]?.from ?? begun.expirationDate) - getPremiumUntil(code, from),
    }))
  })
}

/** Returns the deductibles of a term with their effective dates. */
export const getDeductiblePeriods = ({ segments }: PriceSchedule) =>
  mergeEqualSegments(segments.map(({ from, terms }) => ({ from, value: terms.deductibleCents }))).map(
    ({ from, value }) => ({
      effectiveDate: from,
      cents: value,
    }),
  )
