import type { PolicyTransaction } from '@tideline/sdk'
import {
  type CoverageLetter,
  coverageName,
  includedCoverages as included,
  isFlag,
  ownCoverages,
  wordsOfOne,
} from '@tideline/sdk/words'
import { moneyOrDash, wholeMoney } from '../formats/format.ts'

export interface Coverage {
  name: string
  limit: string
  /** Dollars a year, or `Included`. */
  premium: string
}

/** A limit in words: flags Yes or No, coverage I of 1 `Up to $25,000`, zero or none a dash (UI-1). */
export function limitLabel(letter: CoverageLetter, limit: number | undefined) {
  if (limit === 1) return wordsOfOne(letter) ?? wholeMoney(limit)
  if (isFlag(letter)) return 'No'
  return limit ? wholeMoney(limit) : '–'
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

/** What is covered without a premium of its own (PRI-8), as papers list it too. */
export const includedCoverages = (insured: Insured): Coverage[] =>
  included(getProperty(insured)).map(({ name, dollars }) => ({ name, limit: wholeMoney(dollars), premium: 'Included' }))

/** Every coverage that the policy has, by letter, then what is included. */
export function getCoverages(transaction: PolicyTransaction): Coverage[] {
  const limitOf = (letter: CoverageLetter) => transaction[`coverage${letter}Limit`]
  const premiumOf = (letter: CoverageLetter) => transaction[`coverage${letter}Premium`]
  const own = ownCoverages(transaction.productId, (letter) => Boolean(limitOf(letter) || premiumOf(letter)))
  return [
    ...own.map(({ letter, name }) => ({
      name,
      limit: limitLabel(letter, limitOf(letter)),
      premium: moneyOrDash(premiumOf(letter)),
    })),
    ...includedCoverages(transaction),
  ]
}

const hasCompliance = (insured: Insured) =>
  included(getProperty(insured)).some(({ name }) => name === coverageName('D', insured.productId))

/** What the tiles of the policy page name, beside the letters: what is lost without a premium of its own (PRI-8). */
const getLoss = ({ productId }: Insured) => (productId === 2 ? 10_000 : [1, 6].includes(productId) ? 1000 : undefined)

/**
 * The coverages at a glance (UI-2): A, B and I where they are insured, D for $30,000 where it is included, C as loss
 * avoidance for $1,000 of products 1 and 6 and as pollution for $10,000 of product 2.
 */
export function getCoverageTiles(transaction: PolicyTransaction): Omit<Coverage, 'premium'>[] {
  const { productId } = transaction
  const loss = getLoss(transaction)
  const tile = (letter: CoverageLetter, limit: string) => ({
    name: `${letter} ${coverageName(letter, productId)}`,
    limit,
  })
  const own = (letter: 'A' | 'B' | 'I') => {
    const limit = transaction[`coverage${letter}Limit`]
    return limit || letter === 'A' ? [tile(letter, limitLabel(letter, limit))] : []
  }
  return [
    ...own('A'),
    ...own('B'),
    ...(hasCompliance(transaction) ? [tile('D', `${wholeMoney(30_000)} included`)] : []),
    ...own('I'),
    ...(loss ? [tile('C', wholeMoney(loss))] : []),
  ]
}
