/**
 * A reference model of premium. It calculates day by day with integers, is simple and slow on purpose, and shares no code
 * with the product.
 */

/** A change of limits or the deductible, in thousands of dollars, effective on a day. */
export interface TermChange {
  /** Effective day of the change, in days from inception. */
  day: number
  limits: Record<string, number>
  deductible?: number | undefined
}

/** A period without coverage, in days from inception. */
export interface Lapse {
  from: number
  to: number
}

export interface TermInput {
  inceptionDate: string
  expirationDate: string
  days: number
  /** Coverages. Each `premiumCents` is for the whole term. */
  coverages: { code: string; limit: number; premiumCents: number }[]
  /** Premium that belongs to no coverage. It is the same for every day. */
  restCents?: number
  deductible: number
  minimumEarned: { percent: number; cents: number }
  /** Part of the replaced term's minimum earned premium that this term must retain, in cents (PRI-9). */
  carriedMinimumCents?: number
  /** Requested changes, in the order of the requests. */
  changes: TermChange[]
  /**
   * Manual adjustments of premium. Each adjustment is spread evenly over the days from its effective day that were
   * covered when it was posted, and is rounded separately.
   */
  adjusted?: { day: number; cents: number; days: number }[]
  /** Periods without coverage, which cost nothing: from a day until the day on which coverage resumes (DEL-26). */
  lapses?: Lapse[]
}

/** Returns the price factor in percent: each $1,000 of deductible lowers the price by 1 percent, at most by 20 percent. */
const getDeductibleFactor = (deductible: number) => 100 - Math.min(20, deductible)

/** Rounds to the nearest integer. Halves are rounded away from zero. */
const roundHalfAway = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))

interface Setting {
  day: number
  value: number
  /** The change that set the value. */
  by: TermChange | undefined
}

/**
 * Returns the value of a field on a day. The change with the latest effective day sets the value. If several changes
 * have the same effective day, the latest change counts.
 */
const getValueOn = (settings: readonly Setting[], first: number, day: number): number =>
  settings.reduce<Setting>((last, one) => (one.day <= day && one.day >= last.day ? one : last), {
    day: 0,
    value: first,
    by: undefined,
  }).value

/**
 * Returns the values of each field, each with the day from which it applies. Ignores a change to the value that is
 * already in force.
 */
function getSettings({ coverages, deductible, changes }: TermInput) {
  const limits = new Map(coverages.map(({ code }) => [code, [] as Setting[]]))
  const deductibles: Setting[] = []
  for (const by of changes) {
    const { day, limits: wanted, deductible: wantedDeductible } = by
    for (const { code, limit } of coverages) {
      const settings = limits.get(code) ?? []
      const value = wanted[code]
      if (value !== undefined && value !== getValueOn(settings, limit, day)) settings.push({ day, value, by })
    }
    if (wantedDeductible !== undefined && wantedDeductible !== getValueOn(deductibles, deductible, day))
      deductibles.push({ day, value: wantedDeductible, by })
  }
  return { limits, deductibles }
}

/** Returns whether a day of the term is in no lapse. */
export const isCovered = ({ lapses = [] }: TermInput, day: number): boolean =>
  lapses.every(({ from, to }) => day < from || day >= to)

/** Returns the number of days with coverage from day `start` to day `end`. */
export function countCoveredDays(termInput: TermInput, start: number, end: number): number {
  let count = 0
  for (let day = start; day < end; day++) if (isCovered(termInput, day)) count += 1
  return count
}

/** Returns the premium for the days from inception to day `end`, without a minimum. Each coverage is rounded once. */
export function priceModelDays(termInput: TermInput, end: number): number {
  const { limits, deductibles } = getSettings(termInput)
  let total = roundHalfAway((termInput.restCents ?? 0) * countCoveredDays(termInput, 0, end), termInput.days)
  for (const { day, cents, days } of termInput.adjusted ?? [])
    total += Math.sign(cents) * roundHalfAway(Math.abs(cents) * countCoveredDays(termInput, day, end), days)
  for (const { code, limit, premiumCents } of termInput.coverages) {
    let weight = 0
    for (let day = 0; day < end; day++)
      if (isCovered(termInput, day))
        weight +=
          getValueOn(limits.get(code) ?? [], limit, day) *
          getDeductibleFactor(getValueOn(deductibles, termInput.deductible, day))
    total += roundHalfAway(premiumCents * weight, limit * getDeductibleFactor(termInput.deductible) * termInput.days)
  }
  return total
}

/** Returns the premium at binding. */
export const getBoundPremium = ({ coverages, restCents = 0 }: TermInput): number =>
  coverages.reduce((sum, { premiumCents }) => sum + premiumCents, restCents)

/** Returns the limits and the deductible that are in force on a day. */
export function getTermsOn(termInput: TermInput, day: number): { limits: Record<string, number>; deductible: number } {
  const { limits, deductibles } = getSettings(termInput)
  return {
    limits: Object.fromEntries(
      termInput.coverages.map(({ code, limit }) => [code, getValueOn(limits.get(code) ?? [], limit, day)]),
    ),
    deductible: getValueOn(deductibles, termInput.deductible, day),
  }
}

/**
 * Returns the change that reverses a given change. From the day of the given change, each field has the value that it
 * would have without that change.
 */
export function getReversal(termInput: TermInput, undone: TermChange): TermChange {
  const { limits, deductibles } = getSettings(termInput)
  const now = getTermsOn(termInput, undone.day)
  const without = (settings: readonly Setting[], first: number) =>
    getValueOn(
      settings.filter(({ by }) => by !== undone),
      first,
      undone.day,
    )
  const deductible = without(deductibles, termInput.deductible)
  return {
    day: undone.day,
    limits: Object.fromEntries(
      termInput.coverages
        .map(({ code, limit }) => [code, without(limits.get(code) ?? [], limit)] as const)
        .filter(([code, limit]) => limit !== now.limits[code]),
    ),
    ...(deductible !== now.deductible && { deductible }),
  }
}

/** Returns the minimum earned premium of a term, including the part of the replaced term's minimum (PRI-3, PRI-9). */
export function getModelMinimum(termInput: TermInput): number {
  const bound = getBoundPremium(termInput)
  const base = Math.max(bound, priceModelDays(termInput, termInput.days))
  const { percent, cents } = termInput.minimumEarned
  return Math.min(base, Math.max(cents, roundHalfAway(base * percent, 100), termInput.carriedMinimumCents ?? 0))
}

/**
 * Returns the premium of a term that ends on a day. The premium is never less than the minimum earned premium (PRI-3).
 */
export const priceModelTerm = (termInput: TermInput, end: number): number =>
  Math.max(priceModelDays(termInput, end), getModelMinimum(termInput))

const formatChange = ({ day, limits, deductible }: TermChange) =>
  `  day ${day}: ${Object.entries(limits)
    .map(([code, limit]) => `${code} = $${limit},000`)
    .join(', ')}${deductible === undefined ? '' : ` deductible = $${deductible},000`}`

/** Returns the term and its changes as text, for failure messages. */
export const formatTermInput = (termInput: TermInput): string =>
  [
    `A term of ${termInput.days} days from ${termInput.inceptionDate}, deductible $${termInput.deductible},000,`,
    ...termInput.coverages.map(
      ({ code, limit, premiumCents }) => `  ${code} $${limit},000 for ${(premiumCents / 100).toFixed(2)}`,
    ),
    `  minimum earned ${termInput.minimumEarned.percent} % or ${(termInput.minimumEarned.cents / 100).toFixed(2)}`,
    'with these changes, in order:',
    ...termInput.changes.map(formatChange),
  ].join('\n')
