import { addDays, getEarlierDate, getLaterDate } from '../calendar/days.ts'

/** A coverage with its limit in cents. */
export interface Limit {
  /** Coverage letter from A to L. */
  code: string
  limitCents: number
}

export interface Coverage extends Limit {
  /** Premium for the whole term. Null if the coverage is included. */
  premiumCents: number | null
}

/** The coverage in force on a date. */
export interface Terms {
  coverages: readonly Limit[]
  deductibleCents: number
}

/** The first transaction of a term. Its premiums are for the whole term and are the basis of the rates. */
export interface TermStart {
  /** Dates, `YYYY-MM-DD`. The last day of coverage is the day before the expiration date. */
  inceptionDate: string
  expirationDate: string
  coverages: readonly Coverage[]
  deductibleCents: number
  /** Total premium. The part that belongs to no coverage costs the same on every day of the term. */
  grossCents: number
  /** Minimum of the product (PRI-3): the greater of a percentage of the premium and an amount. */
  minimumEarned: { percent: number; cents: number }
}

/** The values that a transaction sets. All other values stay as set by other transactions. */
export interface TermValues {
  /** Limits by coverage code. */
  limits: Readonly<Record<string, number>>
  deductibleCents?: number | undefined
}

/** A later transaction of the term. */
export interface TermChange {
  effectiveDate: string
  sets: TermValues
  /** Amount charged, if the change is posted. */
  chargedCents?: number | undefined
}

/** Returns the effective date of a change. If it is outside the term, returns the nearest day of the term. */
export const getChangeDate = (begun: TermStart, { effectiveDate }: Pick<TermChange, 'effectiveDate'>): string =>
  getEarlierDate(getLaterDate(effectiveDate, begun.inceptionDate), addDays(begun.expirationDate, -1))

/** Sorts changes by effective date. If two have the same date, the one posted later comes last and applies. */
export const sortByEffectiveDate = <Change extends TermChange>(
  begun: TermStart,
  changes: readonly Change[],
): Change[] => changes.toSorted((one, other) => getChangeDate(begun, one).localeCompare(getChangeDate(begun, other)))

export const applyChange = ({ coverages, deductibleCents }: Terms, { sets }: Pick<TermChange, 'sets'>): Terms => ({
  coverages: coverages.map(({ code, limitCents }) => ({ code, limitCents: sets.limits[code] ?? limitCents })),
  deductibleCents: sets.deductibleCents ?? deductibleCents,
})

/**
 * Returns the coverage in force on a date. Each value is the last one set by a transaction that is effective by then.
 */
export const getTermsOn = (begun: TermStart, changes: readonly TermChange[], day: string): Terms =>
  sortByEffectiveDate(
    begun,
    changes.filter((change) => getChangeDate(begun, change) <= day),
  ).reduce<Terms>(applyChange, { coverages: begun.coverages, deductibleCents: begun.deductibleCents })

/** Returns the values that must be set to change the terms to the wanted terms. */
export function getChangedValues(terms: Terms, wanted: Terms): TermValues {
  const before = new Map(terms.coverages.map(({ code, limitCents }) => [code, limitCents]))
  const limits = wanted.coverages.filter(({ code, limitCents }) => before.get(code) !== limitCents)
  return {
    limits: Object.fromEntries(limits.map(({ code, limitCents }) => [code, limitCents])),
    ...(wanted.deductibleCents !== terms.deductibleCents && { deductibleCents: wanted.deductibleCents }),
  }
}
