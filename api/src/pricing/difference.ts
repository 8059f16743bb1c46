import { daysBetween, plusDays } from '../calendar/days.ts'
import { type Schedule, scheduledPrice, termPrice, yearlyCents } from './term-price.ts'

/** Days whose price a transaction changes. */
export interface Period {
  /** First and last day, `YYYY-MM-DD`. */
  from: string
  through: string
  days: number
  yearlyBeforeCents: number
  yearlyAfterCents: number
  /** What these days cost more or, below zero, less. */
  cents: number
}

export interface Difference {
  /** What the transaction charges or, below zero, returns: the term after it minus the term before it. */
  premiumCents: number
  /** Of that, what the minimum earned premium keeps from going back. */
  minimumCents: number
  /** The rest of it, day by day. */
  periods: Period[]
}

/** Where a schedule, and its end, may change its price. */
const boundaries = ({ begun, segments, evenAmounts }: Schedule) => [
  begun.inceptionDate,
  begun.expirationDate,
  ...segments.map(({ from }) => from),
  ...evenAmounts.map(({ from }) => from),
]

const sameRates = (one: Period, other: Period) =>
  one.yearlyBeforeCents === other.yearlyBeforeCents && one.yearlyAfterCents === other.yearlyAfterCents

/** Days that follow each other at the same rates are one period. */
function joined(periods: readonly Period[]): Period[] {
  const all: Period[] = []
  for (const period of periods) {
    const last = all.at(-1)
    if (last && plusDays(last.through, 1) === period.from && sameRates(last, period))
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
 * What lies between two schedules of a term, explained (PRI-1). With `end` the term after it stops on that day. The
 * cents of the periods and of the minimum sum to the premium.
 */
export function getDifference(before: Schedule, after: Schedule, end = after.begun.expirationDate): Difference {
  const days = [...new Set([...boundaries(before), ...boundaries(after), end])].toSorted()
  const changeBy = (day: string) =>
    scheduledPrice(after, day < end ? day : end).scheduledCents - scheduledPrice(before, day).scheduledCents
  const periods = days.slice(1).map((to, index): Period => {
    const from = days[index] ?? to
    return {
      from,
      through: plusDays(to, -1),
      days: daysBetween(from, to),
      yearlyBeforeCents: yearlyCents(before, from),
      yearlyAfterCents: from < end ? yearlyCents(after, from) : 0,
      cents: changeBy(to) - changeBy(from),
    }
  })
  const premiumCents = termPrice(after, end).premiumCents - termPrice(before).premiumCents
  const changed = periods.filter(
    ({ yearlyBeforeCents, yearlyAfterCents, cents }) => yearlyBeforeCents !== yearlyAfterCents || cents !== 0,
  )
  const minimumCents = premiumCents - changed.reduce((sum, { cents }) => sum + cents, 0)
  return { premiumCents, minimumCents, periods: joined(changed) }
}
