/**
 * What a term costs, reckoned from the decisions (93 and 94) day by day in exact fractions, by somebody who has never seen
 * the engine: nothing is imported from it. Slow and simple on purpose.
 */

/** A limit in thousands of dollars, or the deductible in thousands of dollars, from a day on. */
export interface ModelInput {
  /** Days from the inception. */
  day: number
  limits: Record<string, number>
  deductible?: number | undefined
}

export interface Story {
  inceptionDate: string
  expirationDate: string
  days: number
  /** The premium of a coverage is for its whole term, in cents. */
  coverages: { code: string; limit: number; premiumCents: number }[]
  /** What no coverage accounts for, the same on every day. */
  restCents?: number
  deductible: number
  minimumEarned: { percent: number; cents: number }
  /** In the order in which they were asked for. */
  wishes: ModelInput[]
  /** Premium that staff added or took off by hand: the same on each day from its own on, rounded by itself. */
  adjusted?: { day: number; cents: number }[]
}

/** One percent less for each $1,000 of deductible, at most twenty, in percent. */
const factor = (deductible: number) => 100 - Math.min(20, deductible)

/** Halves away from zero. */
const rounded = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))

interface Setting {
  day: number
  value: number
}

/** Who set a field last on a day: the later day wins, and of one day who came later. */
const valueOn = (settings: readonly Setting[], first: number, day: number): number =>
  settings.reduce<Setting>((last, one) => (one.day <= day && one.day >= last.day ? one : last), {
    day: 0,
    value: first,
  }).value

/** What each field is set to, by whom: a wish for what stands on its day already sets nothing. */
function getSettings({ coverages, deductible, wishes }: Story) {
  const limits = new Map(coverages.map(({ code }) => [code, [] as Setting[]]))
  const deductibles: Setting[] = []
  for (const { day, limits: wanted, deductible: wantedDeductible } of wishes) {
    for (const { code, limit } of coverages) {
      const settings = limits.get(code) ?? []
      const value = wanted[code]
      if (value !== undefined && value !== valueOn(settings, limit, day)) settings.push({ day, value })
    }
    if (wantedDeductible !== undefined && wantedDeductible !== valueOn(deductibles, deductible, day))
      deductibles.push({ day, value: wantedDeductible })
  }
  return { limits, deductibles }
}

/** The days from the inception to `end` (a number of days), each coverage rounded once; no minimum is looked at. */
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

/** What the term was bound for. */
export const boundFor = ({ coverages, restCents = 0 }: Story): number =>
  coverages.reduce((sum, { premiumCents }) => sum + premiumCents, restCents)

/** What stands on a day, whoever asked for it. */
export function standingOn(story: Story, day: number): { limits: Record<string, number>; deductible: number } {
  const { limits, deductibles } = getSettings(story)
  return {
    limits: Object.fromEntries(
      story.coverages.map(({ code, limit }) => [code, valueOn(limits.get(code) ?? [], limit, day)]),
    ),
    deductible: valueOn(deductibles, story.deductible, day),
  }
}

/** What the term costs when it ends on a day: never less than its minimum (PRI-3). */
export function priceModelTerm(story: Story, end: number): number {
  const bound = boundFor(story)
  const base = Math.max(bound, priceModelDays(story, story.days))
  const { percent, cents } = story.minimumEarned
  const minimum = Math.min(base, Math.max(cents, rounded(base * percent, 100)))
  return Math.max(priceModelDays(story, end), minimum)
}

const told = ({ day, limits, deductible }: ModelInput) =>
  `  day ${day}: ${Object.entries(limits)
    .map(([code, limit]) => `${code} = $${limit},000`)
    .join(', ')}${deductible === undefined ? '' : ` deductible = $${deductible},000`}`

/** The story in words, for whoever has to look at it. */
export const tell = (story: Story): string =>
  [
    `A term of ${story.days} days from ${story.inceptionDate}, deductible $${story.deductible},000,`,
    ...story.coverages.map(
      ({ code, limit, premiumCents }) => `  ${code} $${limit},000 for ${(premiumCents / 100).toFixed(2)}`,
    ),
    `  at least ${story.minimumEarned.percent} % or ${(story.minimumEarned.cents / 100).toFixed(2)}`,
    'was asked, one after the other:',
    ...story.wishes.map(told),
  ].join('\n')
