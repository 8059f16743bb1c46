import { getEarlierDate, getLaterDate, plusDays } from '../calendar/days.ts'

/** A coverage with its limit, in cents. */
export interface Limit {
  /** A to L. */
  code: string
  limitCents: number
}

export interface Coverage extends Limit {
  /** For the whole term; null for what is included. */
  premiumCents: number | null
}

/** What is insured on a day. */
export interface Terms {
  coverages: readonly Limit[]
  deductibleCents: number
}

/** The transaction that a term began with: its premiums are for the whole term, so that they are the rates. */
export interface TermBegun {
  /** Days `YYYY-MM-DD`; the last day of cover is the one before the expiration. */
  inceptionDate: string
  expirationDate: string
  coverages: readonly Coverage[]
  deductibleCents: number
  /** What no coverage accounts for costs the same on every day of the term. */
  grossCents: number
  /** The product's: the greater of a part of the premium and an amount (PRI-3). */
  minimumEarned: { percent: number; cents: number }
}

/** What a transaction sets, and only that: the rest of the term stays as other transactions have it. */
export interface Sets {
  /** By coverage code. */
  limits: Readonly<Record<string, number>>
  deductibleCents?: number | undefined
}

/** A later transaction of the term. */
export interface TermChange {
  effectiveDate: string
  sets: Sets
  /** What it was posted with, where it is posted. */
  chargedCents?: number | undefined
}

/** The days that a change counts for begin within the term. */
export const getDay = (begun: TermBegun, { effectiveDate }: Pick<TermChange, 'effectiveDate'>): string =>
  getEarlierDate(getLaterDate(effectiveDate, begun.inceptionDate), plusDays(begun.expirationDate, -1))

/** In the order in which they take effect; of two on one day the one that was posted later has the last word. */
export const inEffect = <Change extends TermChange>(begun: TermBegun, changes: readonly Change[]): Change[] =>
  changes.toSorted((one, other) => getDay(begun, one).localeCompare(getDay(begun, other)))

export const applied = ({ coverages, deductibleCents }: Terms, { sets }: Pick<TermChange, 'sets'>): Terms => ({
  coverages: coverages.map(({ code, limitCents }) => ({ code, limitCents: sets.limits[code] ?? limitCents })),
  deductibleCents: sets.deductibleCents ?? deductibleCents,
})

/** What is insured on a day: whatever the transactions that took effect by then have set last. */
export const termsOn = (begun: TermBegun, changes: readonly TermChange[], day: string): Terms =>
  inEffect(
    begun,
    changes.filter((change) => getDay(begun, change) <= day),
  ).reduce<Terms>(applied, { coverages: begun.coverages, deductibleCents: begun.deductibleCents })

/** What has to be set for the terms to be as wanted. */
export function setsFor(terms: Terms, wanted: Terms): Sets {
  const before = new Map(terms.coverages.map(({ code, limitCents }) => [code, limitCents]))
  const limits = wanted.coverages.filter(({ code, limitCents }) => before.get(code) !== limitCents)
  return {
    limits: Object.fromEntries(limits.map(({ code, limitCents }) => [code, limitCents])),
    ...(wanted.deductibleCents !== terms.deductibleCents && { deductibleCents: wanted.deductibleCents }),
  }
}
