import { addDays, countDaysBetween, getEarlierDate } from '../calendar/days.ts'
import { getScheduledPrice, getTermPrice, getYearlyPriceCents, type PriceSchedule } from './term-price.ts'

/** A period whose price is changed by a transaction. */
export interface ChangedPricePeriod {
  /** First and last date, `YYYY-MM-DD`. */
  from: string
  through: string
  days: number
  yearlyBeforeCents: number
  yearlyAfterCents: number
  /** Price change for the period. Negative if the price falls. */
  cents: number
}

export interface PriceDifference {
  /**
   * Premium that the transaction charges, or returns if negative. It is the term's premium after the transaction minus
   * its premium before.
   */
  premiumCents: number
  /** Amount of return premium that is retained to meet the minimum earned premium. */
  minimumCents: number
  /** Premium by period, excluding `minimumCents`. */
  periods: ChangedPricePeriod[]
}

/** Returns the start dates of a schedule's prices, and the end date of the schedule. */
const getBoundaries = ({ begun, segments, evenAmounts }: PriceSchedule) => [
  begun.inceptionDate,
  begun.expirationDate,
  ...segments.map(({ from }) => from),
  ...evenAmounts.map(({ from }) => from),
]

const sameRates = (one: ChangedPricePeriod, other: ChangedPricePeriod) =>
  one.yearlyBeforeCents === other.yearlyBeforeCents && one.yearlyAfterCents === other.yearlyAfterCents

/** Merges consecutive periods that have the same rates. */
function mergePeriods(periods: readonly ChangedPricePeriod[]): ChangedPricePeriod[] {
  const all: ChangedPricePeriod[] = []
  for (const period of periods) {
    const last = all.at(-1)
    if (last && addDays(last.through, 1) === period.from && sameRates(last, period))
      all[all.length - 1] = {
        ...last,
        through: period.through,
        days: last.days + period.days,
        cents: last.cents + period.cents,
      }
    else all.push(period)
  }
  return all
}

/**
 * Returns the price difference between two schedules of a term, by period (PRI-1). `end` is the end date of the second
 * schedule. The period amounts and the retained minimum add up to the premium.
 */
export function calculatePriceDifference(
  before: PriceSchedule,
  after: PriceSchedule,
  end = after.begun.expirationDate,
): PriceDifference {
  const days = [...new Set([...getBoundaries(before), ...getBoundaries(after), end])].toSorted()
  const changeBy = (day: string) =>
    getScheduledPrice(after, getEarlierDate(day, end)).scheduledCents - getScheduledPrice(before, day).scheduledCents
  const periods = days.slice(1).map((to, index): ChangedPricePeriod => {
    const from = days[index] ?? to
    return {
      from,
      through: addDays(to, -1),
      days: countDaysBetween(from, to),
      yearlyBeforeCents: getYearlyPriceCents(before, from),
      yearlyAfterCents: from < end ? getYearlyPriceCents(after, from) : 0,
      cents: changeBy(to) - changeBy(from),
    }
  })
  const premiumCents = getTermPrice(after, end).premiumCents - getTermPrice(before).premiumCents
  const changed = periods.filter(
    ({ yearlyBeforeCents, yearlyAfterCents, cents }) => yearlyBeforeCents !== yearlyAfterCents || cents !== 0,
  )
  const minimumCents = premiumCents - changed.reduce((sum, { cents }) => sum + cents, 0)
  return { premiumCents, minimumCents, periods: mergePeriods(changed) }
}
