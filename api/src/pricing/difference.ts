import { addDays, daysBetween } from '../calendar/days.ts'
import { getScheduledPrice, getTermPrice, getYearlyCents, type Schedule } from './term-price.ts'

/** A period whose price is changed by a transaction. */
export interface Period {
  /** First and last date, `YYYY-MM-DD`. */
  from: string
  through: string
  days: number
  yearlyBeforeCents: number
  yearlyAfterCents: number
  /** Price change for the period. Negative if the price falls. */
  cents: number
}

export interface Difference {
  /**
   * Premium that the transaction charges (negative: returns). It is the term after the transaction minus the term
   * before it.
   */
  premiumCents: number
  /** Part of the returned premium that is retained to meet the minimum earned premium. */
  minimumCents: number
  /** The remaining premium by period. */
  periods: Period[]
}

/** Returns the dates on which a schedule may change its price, and its end. */
const getBoundaries = ({ begun, segments, evenAmounts }: Schedule) => [
  begun.inceptionDate,
  begun.expirationDate,
  ...segments.map(({ from }) => from),
  ...evenAmounts.map(({ from }) => from),
]

const sameRates = (one: Period, other: Period) =>
  one.yearlyBeforeCents === other.yearlyBeforeCents && one.yearlyAfterCents === other.yearlyAfterCents

/** Merges consecutive periods that have the same rates. */
function mergePeriods(periods: readonly Period[]): Period[] {
  const all: Period[] = []
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
 * Returns the price difference between two schedules of a term, by period (PRI-1). `end` is the date on which the
 * second term stops. The sum of the periods and the minimum equals the premium.
 */
export function getDifference(before: Schedule, after: Schedule, end = after.begun.expirationDate): Difference {
  const days = [...new Set([...getBoundaries(before), ...getBoundaries(after), end])].toSorted()
  const changeBy = (day: string) =>
    getScheduledPrice(after, day < end ? day : end).scheduledCents - getScheduledPrice(before, day).scheduledCents
  const periods = days.slice(1).map((to, index): Period => {
    const from = days[index] ?? to
    return {
      from,
      through: addDays(to, -1),
      days: daysBetween(from, to),
      yearlyBeforeCents: getYearlyCents(before, from),
      yearlyAfterCents: from < end ? getYearlyCents(after, from) : 0,
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
