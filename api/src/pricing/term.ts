import { addDays, getLaterDate } from '../calendar/days.ts'

/** A coverage with its limit in cents. */
interface CoverageLimit {
  /** Coverage letter from A to L. */
  code: string
  limitCents: number
}

export interface Coverage extends CoverageLimit {
  /** Premium for the whole term. Null if the coverage is included. */
  premiumCents: number | null
}

/** Coverages and deductible in force on a date. */
export interface CoverageTerms {
  coverages: readonly CoverageLimit[]
  deductibleCents: number
}

/** Returns the limit of a coverage, in cents. Returns 0 if the terms do not include the coverage. */
export const getLimitCents = ({ coverages }: Pick<CoverageTerms, 'coverages'>, code: string): number =>
  coverages.find((coverage) => coverage.code === code)?.limitCents ?? 0

/** A period without coverage before a reinstatement (DEL-26). Its days cost nothing. */
export interface Lapse {
  /** First day without coverage, `YYYY-MM-DD`. */
  from: string
  /** Date on which coverage resumes. */
  to: string
}

/** The first transaction of a term. Its premiums cover the whole term and determine the rates. */
export interface InitialTransaction {
  /** Dates, `YYYY-MM-DD`. The last day of coverage is the day before the expiration date. */
  inceptionDate: string
  expirationDate: string
  coverages: readonly Coverage[]
  deductibleCents: number
  /** Total premium. Premium that belongs to no coverage is the same for every day of the term. */
  grossCents: number
  /** Minimum earned premium of the product (PRI-3): the greater of a percentage of the premium and an amount. */
  minimumEarned: { percent: number; cents: number }
  /** Part of the replaced term's minimum earned premium that this term must retain, in cents (PRI-9). Defaults to 0. */
  carriedMinimumCents?: number
  /** Lapses of the term, in the order of their reinstatements. */
  lapses?: readonly Lapse[]
}

/** Values that a transaction sets. All other values keep their earlier settings. */
export interface ChangedTermValues {
  /** Limits by coverage code. */
  limits: Readonly<Record<string, number>>
  deductibleCents?: number | undefined
}

/** A later transaction of the term. */
export interface TermChange {
  effectiveDate: string
  sets: ChangedTermValues
  /** Amount that was charged. Undefined for a change that is not posted yet. */
  chargedCents?: number | undefined
  /** Number of lapses that were posted before the change. Defaults to all. */
  lapsesBefore?: number
}

/** Returns the effective date of a change, or the nearest date of the term if it is outside the term. */
export const clampEffectiveDate = (
  begun: InitialTransaction,
  { effectiveDate }: Pick<TermChange, 'effectiveDate'>,
): string =>
  effectiveDate < begun.expirationDate
    ? getLaterDate(effectiveDate, begun.inceptionDate)
    : addDays(begun.expirationDate, -1)

/** Sorts changes by effective date. Among changes with the same date, the last one posted comes last and applies. */
export const sortByEffectiveDate = <Change extends TermChange>(
  begun: InitialTransaction,
  changes: readonly Change[],
): Change[] =>
  changes.toSorted((one, other) => clampEffectiveDate(begun, one).localeCompare(clampEffectiveDate(begun, other)))

export const applyTermChange = (
  { coverages, deductibleCents }: CoverageTerms,
  { sets }: Pick<TermChange, 'sets'>,
): CoverageTerms => ({
  coverages: coverages.map(({ code, limitCents }) => ({ code, limitCents: sets.limits[code] ?? limitCents })),
  deductibleCents: sets.deductibleCents ?? deductibleCents,
})

/**
 * Returns the coverage in force on a date. Each value comes from the last transaction that sets the value and is
 * effective on or before the date.
 */
export const getEffectiveCoverageTerms = (
  begun: InitialTransaction,
  changes: readonly TermChange[],
  day: string,
): CoverageTerms =>
  sortByEffectiveDate(
    begun,
    changes.filter((change) => clampEffectiveDate(begun, change) <= day),
  ).reduce<CoverageTerms>(applyTermChange, { coverages: begun.coverages, deductibleCents: begun.deductibleCents })

/** Returns the requested values that differ from the current terms. */
export function getChangedTermValues(terms: CoverageTerms, wanted: CoverageTerms): ChangedTermValues {
  const before = new Map(terms.coverages.map(({ code, limitCents }) => [code, limitCents]))
  const limits = wanted.coverages.filter(({ code, limitCents }) => before.get(code) !== limitCents)
  return {
    limits: Object.fromEntries(limits.map(({ code, limitCents }) => [code, limitCents])),
    ...(wanted.deductibleCents !== terms.deductibleCents && { deductibleCents: wanted.deductibleCents }),
  }
}
