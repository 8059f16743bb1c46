import type { PolicyTransaction } from '@tideline/sdk'
import {
  type CoverageLetter,
  getChargedCoverages,
  getCoverageName,
  getYesNoLabel,
  listIncludedCoverages as included,
  isYesNoCoverage,
  zeroPremium,
} from '@tideline/sdk/words'
import { formatMoneyOrDash, formatWholeDollars } from '../formats/format.ts'

export interface Coverage {
  name: string
  limit: string
  /** Annual premium in dollars, or `Included`. */
  premium: string
}

/**
 * Formats a coverage limit (UI-1): a dollar amount, Yes or No for coverages without an amount, or a dash if there is no
 * limit.
 */
export function formatLimit(letter: CoverageLetter, limit: number | undefined) {
  if (limit === 1) return getYesNoLabel(letter) ?? formatWholeDollars(limit)
  if (isYesNoCoverage(letter)) return 'No'
  return limit ? formatWholeDollars(limit) : '–'
}

type Insured = Pick<
  PolicyTransaction,
  'productId' | 'coverageALimit' | 'occupancyType' | 'occupancyTypeDesc' | 'propertyTypeDesc'
>

const getProperty = (insured: Insured) => ({
  productId: insured.productId,
  coverageA: insured.coverageALimit,
  descriptions: [insured.occupancyType, insured.occupancyTypeDesc, insured.propertyTypeDesc],
})

/** Returns the coverages that are included without additional premium (PRI-8). Documents list the same coverages. */
export const getIncludedCoverages = (insured: Insured): Coverage[] =>
  included(getProperty(insured)).map(({ name, dollars }) => ({
    name,
    limit: formatWholeDollars(dollars),
    premium: 'Included',
  }))

/** Returns the coverages of a policy in the order of their letters, followed by the included coverages. */
export function getCoverages(transaction: PolicyTransaction): Coverage[] {
  const limitOf = (letter: CoverageLetter) => transaction[`coverage${letter}Limit`]
  const premiumOf = (letter: CoverageLetter) => transaction[`coverage${letter}Premium`]
  const own = getChargedCoverages(transaction.productId, (letter) => Boolean(limitOf(letter) || premiumOf(letter)))
  return [
    ...own.map(({ letter, name }) => {
      const limit = formatLimit(letter, limitOf(letter))
      const premium = premiumOf(letter)
      return { name, limit, premium: premium ? formatMoneyOrDash(premium) : zeroPremium(limit) }
    }),
    ...getIncludedCoverages(transaction),
  ]
}

const hasCompliance = (insured: Insured) =>
  included(getProperty(insured)).some(({ name }) => name === getCoverageName('D', insured.productId))

/** Returns the limit of coverage C in dollars, or undefined if the product does not include this coverage (PRI-8). */
const getLossLimit = ({ productId }: Insured) =>
  productId === 2 ? 10_000 : [1, 6].includes(productId) ? 1000 : undefined

/** Returns the coverages that are shown as tiles, with their limits (UI-2). */
export function getCoverageTiles(transaction: PolicyTransaction): Omit<Coverage, 'premium'>[] {
  const { productId } = transaction
  const loss = getLossLimit(transaction)
  const tile = (letter: CoverageLetter, limit: string) => ({
    name: `${letter} ${getCoverageName(letter, productId)}`,
    limit,
  })
  const own = (letter: 'A' | 'B' | 'I') => {
    const limit = transaction[`coverage${letter}Limit`]
    return limit || letter === 'A' ? [tile(letter, formatLimit(letter, limit))] : []
  }
  return [
    ...own('A'),
    ...own('B'),
    ...(hasCompliance(transaction) ? [tile('D', `${formatWholeDollars(30_000)} included`)] : []),
    ...own('I'),
    ...(loss ? [tile('C', formatWholeDollars(loss))] : []),
  ]
}
