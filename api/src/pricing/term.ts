import { addDays, getEarlierDate, getLaterDate } from '../calendar/days.ts'

/** A coverage with its limit in cents. */
export interface Limit {
  /** A letter from A to L. */
  code: string
  limitCents: number
}

export interface Coverage extends Limit {
  /** For the whole term; null if the coverage is included. */
  premiumCents: number | null
}

/** The coverage in force on a date. */
export interface Terms {
  coverages: readonly Limit[]
  deductibleCents: number
}

/** The first transaction of a term. Its premiums are for the whole term and serve as the rates. */
export interface TermStart {
  /** Dates as `YYYY-MM-DD`. The last day of coverage is the day before the expiration date. */
  inceptionDate: string
  expirationDate: string
  coverages: readonly Coverage[]
  deductibleCents: number
  /** The total premium. The part that no coverage accounts for costs the same on every day of the term. */
  grossCents: number
  /** The minimum of the product: a percentage of the premium or an amount, whichever is greater (PRI-3). */
  minimumEarned: { percent: number; cents: number }
}

/** Only the values that a transaction sets. All others stay as other transactions set them. */
export interface TermValues {
  /** By coverage code. */
  limits: Readonly<Record<string, number>>
  deductibleCents?: number | undefined
}

/** A later transaction of the term. */
export interface TermChange {
  effectiveDate: string
  sets: TermValues
  /** The amount charged, if the change is posted. */
  chargedCents?: number | undefined
}

/** Returns the effective date of a change, limited to the days of the term. */
export const getChangeDate = (begun: TermStart, { effectiveDate }: Pick<TermChange, 'effectiveDate'>): string =>
  getEarlierDate(getLaterDate(effectiveDate, begun.inceptionDate), addDays(begun.expirationDate, -1))

/** Sorts changes by effective date. Of two on the same date, the one posted later comes last and wins. */
export const sortByEffectiveDate = <Change extends TermChange>(
  begun: TermStart,
  changes: readonly Change[],
): Change[] => changes.toSorted((one, other) => getChangeDate(begun, one).localeCompare(getChangeDate(begun, other)))

export const applyChange = ({ coverages, deductibleCents }: Terms, { sets }: Pick<TermChange, 'sets'>): Terms => ({
  coverages: coverages.map(({ code, limitCents }) => ({ code, limitCents: sets.limits[code] ?? limitCents })),
  deductibleCents: sets.deductibleCents ?? deductibleCents,
})

/** Returns the coverage in force on a date: the values last set by transactions effective on or before it. */
export const getTermsOn = (begun: TermStart, changes: readonly TermChange[], day: string): Terms =>
  sortByEffectiveDate(
    begun,
    changes.filter((change) => getChangeDate(begun, change) <= day),
  ).reduce<Terms>(applyChange, { coverages: begun.coverages, deductibleCents: begun.deductibleCents })

/** Returns the values to set so that the terms become the wanted ones. */
export function getChangedValues(terms: Terms, wanted: Terms): TermValues {
  const before = new Map(terms.coverages.map(({ code, limitCents }) => [code, limitCents]))
  const limits = wanted.coverages.filter(({ code, limitCents }) => before.get(code) !== limitCents)
  return {
    limits: Object.fromEntries(limits.map(({ code, limitCents }) => [code, limitCents])),
    ...(wanted.deductibleCents !== terms.deductibleCents && { deductibleCents: wanted.deductibleCents }),
  }
}
