/**
 * Calculates the cost of a term day by day in exact fractions. Slow and simple on purpose, and independent: it shares
 * no code with the product.
 */

/** A change of limits or of the deductible from a day on, both in thousands of dollars. */
export interface ModelInput {
  /** Days from inception. */
  day: number
  limits: Record<string, number>
  deductible?: number | undefined
}

export interface Story {
  inceptionDate: string
  expirationDate: string
  days: number
  /** Coverage premiums are for the whole term, in cents. */
  coverages: { code: string; limit: number; premiumCents: number }[]
  /** Premium that belongs to no coverage. It is the same on every day. */
  restCents?: number
  deductible: number
  minimumEarned: { percent: number; cents: number }
  /** In the order of the requests. */
  wishes: ModelInput[]
  /** Premium that staff added or removed by hand. It is spread evenly from its day on, and rounded separately. */
  adjusted?: { day: number; cents: number }[]
}

/** Returns the price in percent: 1 percent less for each $1,000 of deductible, at most 20 percent less. */
const factor = (deductible: number) => 100 - Math.min(20, deductible)

/** Rounds half away from zero. */
const rounded = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))

interface Setting {
  day: number
  value: number
  /** What set it. */
  by: ModelInput | undefined
}

/** Returns the value of a field on a day: the one with the latest day, and among equals the latest request. */
const valueOn = (settings: readonly Setting[], first: number, day: number): number =>
  settings.reduce<Setting>((last, one) => (one.day <= day && one.day >= last.day ? one : last), {
    day: 0,
    value: first,
    by: undefined,
  }).value

/** Returns all settings of each field. A request for the value that is already in force sets nothing. */
function getSettings({ coverages, deductible, wishes }: Story) {
  const limits = new Map(coverages.map(({ code }) => [code, [] as Setting[]]))
  const deductibles: Setting[] = []
  for (const by of wishes) {
    const { day, limits: wanted, deductible: wantedDeductible } = by
    for (const { code, limit } of coverages) {
      const settings = limits.get(code) ?? []
      const value = wanted[code]
      if (value !== undefined && value !== valueOn(settings, limit, day)) settings.push({ day, value, by })
    }
    if (wantedDeductible !== undefined && wantedDeductible !== valueOn(deductibles, deductible, day))
      deductibles.push({ day, value: wantedDeductible, by })
  }
  return { limits, deductibles }
}

/** Returns the cost of the days from inception to day `end`. Each coverage is rounded once; no minimum applies. */
export function priceModelDays(story: Story, end: number): number {
  const { limits, deductibles } = getSettings(story)
  let total = rounded((story.restCents ?? 0) * end, story.days)
  for (const { day, cents } of story.adjusted ?? [])
    total += Math.sign(cents) * rounded(Math.abs(cents) * Math.max(0, end - day), story.days - day)
  for (const { code, limit, premiumCents } of story.coverages) {
    let weight = 0
    for (let day = 0; day < end; day++)
      weight += valueOn(limits.get(code) ?? [], limit, day) * factor(valueOn(deductibles, story.deductible, day))
    total += rounded(premiumCents * weight, limit * factor(story.deductible) * story.days)
  }
  return total
}

/** Returns the premium for which the term was bound. */
export const getBoundPremium = ({ coverages, restCents = 0 }: Story): number =>
  coverages.reduce((sum, { premiumCents }) => sum + premiumCents, restCents)

/** Returns the limits and deductible in force on a day. */
export function getTermsOn(story: Story, day: number): { limits: Record<string, number>; deductible: number } {
  const { limits, deductibles } = getSettings(story)
  return {
    limits: Object.fromEntries(
      story.coverages.map(({ code, limit }) => [code, valueOn(limits.get(code) ?? [], limit, day)]),
    ),
    deductible: valueOn(deductibles, story.deductible, day),
  }
}

/** What undoes a change: from its day on, whatever it set is what it would be if it had set nothing. */
export function getReversal(story: Story, undone: ModelInput): ModelInput {
  const { limits, deductibles } = getSettings(story)
  const now = getTermsOn(story, undone.day)
  const without = (settings: readonly Setting[], first: number) =>
    valueOn(
      settings.filter(({ by }) => by !== undone),
      first,
      undone.day,
    )
  const deductible = without(deductibles, story.deductible)
  return {
    day: undone.day,
    limits: Object.fromEntries(
      story.coverages
        .map(({ code, limit }) => [code, without(limits.get(code) ?? [], limit)] as const)
        .filter(([code, limit]) => limit !== now.limits[code]),
    ),
    ...(deductible !== now.deductible && { deductible }),
  }
}

/** Returns the cost of a term that ends on a day, at least its minimum earned premium (PRI-3). */
export function priceModelTerm(story: Story, end: number): number {
  const bound = getBoundPremium(story)
  const base = Math.max(bound, priceModelDays(story, story.days))
  const { percent, cents } = story.minimumEarned
  const minimum = Math.min(base, Math.max(cents, rounded(base * percent, 100)))
  return Math.max(priceModelDays(story, end), minimum)
}

const told = ({ day, limits, deductible }: ModelInput) =>
  `  day ${day}: ${Object.entries(limits)
    .map(([code, limit]) => `${code} = $${limit},000`)
    .join(', ')}${deductible === undefined ? '' : ` deductible = $${deductible},000`}`

/** Returns the story as text, for failure messages. */
export const formatStory = (story: Story): string =>
  [
    `A term of ${story.days} days from ${story.inceptionDate}, deductible $${story.deductible},000,`,
    ...story.coverages.map(
      ({ code, limit, premiumCents }) => `  ${code} $${limit},000 for ${(premiumCents / 100).toFixed(2)}`,
    ),
    `  at least ${story.minimumEarned.percent} % or ${(story.minimumEarned.cents / 100).toFixed(2)}`,
    'was asked, one after the other:',
    ...story.wishes.map(told),
  ].join('\n')
