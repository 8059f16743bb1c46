import { coverageLetters, coverageName, wordsOfOne } from '@tideline/sdk/words'

export { type CoverageLetter, coverageLetters } from '@tideline/sdk/words'

/** A coverage as the papers list it. */
export interface CoverageLine {
  name: string
  /** In cents, or in words where the limit is no amount. */
  limit: number | string
  premiumCents: number
}

type Insured = Record<
  `coverage_${Lowercase<(typeof coverageLetters)[number]>}_${'limit' | 'premium'}_cents`,
  number | null
>

/** What a transaction insures, by letter, in the words that the screens use. */
export const coverageLines = (insured: Insured, productId: number): CoverageLine[] =>
  coverageLetters.flatMap((letter) => {
    const key = letter.toLowerCase() as Lowercase<typeof letter>
    const limitCents = insured[`coverage_${key}_limit_cents`] ?? 0
    if (limitCents <= 0) return []
    const limit = (limitCents === 100 && wordsOfOne(letter)) || limitCents
    const premiumCents = insured[`coverage_${key}_premium_cents`] ?? 0
    return [{ name: `${letter} ${coverageName(letter, productId)}`, limit, premiumCents }]
  })
