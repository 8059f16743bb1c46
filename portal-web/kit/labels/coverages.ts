import type { PolicyTransaction } from '@tideline/sdk'
import {
  type CoverageLetter,
  coverageLetters,
  coverageName,
  isEarthquake,
  isFlag,
  isIncluded,
  wordsOfOne,
} from '@tideline/sdk/words'
import { moneyOrDash, wholeMoney } from '../formats/format.ts'

export interface Coverage {
  name: string
  limit: string
  /** Dollars a year, or `Included`. */
  premium: string
}

/** A limit in words: flags Yes or No, coverage I of 1 `Up to $25,000`, zero or none a dash (decision 2). */
export function limitLabel(letter: CoverageLetter, limit: number | undefined) {
  if (limit === 1) return wordsOfOne(letter) ?? wholeMoney(limit)
  if (isFlag(letter)) return 'No'
  return limit ? wholeMoney(limit) : '–'
}

type Insured = Pick<
  PolicyTransaction,
  'productId' | 'coverageALimit' | 'occupancyType' | 'occupancyTypeDesc' | 'propertyTypeDesc'
>

const isCondo = ({ occupancyType, occupancyTypeDesc, propertyTypeDesc }: Insured) =>
  [occupancyType, occupancyTypeDesc, propertyTypeDesc].some((text) => /condo/i.test(text ?? ''))

/** Compliance costs more where a building is insured that is no condo; earthquake is parametric and includes none. */
const hasCompliance = (insured: Insured) =>
  !isEarthquake(insured.productId) && Boolean(insured.coverageALimit) && !isCondo(insured)

/**
 * What is covered without a premium of its own (spec 1 §9, decision 61): sandbags and removal to safety for $1,000 each,
 * pollution for $10,000 with product 2, increased cost of compliance for $30,000 unless coverage A is 0 or for a condo.
 * Earthquake is parametric and includes none.
 */
export function includedCoverages(insured: Insured): Coverage[] {
  if (isEarthquake(insured.productId)) return []
  const included = (name: string, dollars: number) => ({ name, limit: wholeMoney(dollars), premium: 'Included' })
  return [
    ...(hasCompliance(insured) ? [included(coverageName('D', insured.productId), 30_000)] : []),
    included('Sandbag Supplies and Labor', 1000),
    included('Property Removed to Safety', 1000),
    ...(insured.productId === 2 ? [included('Pollution Damage', 10_000)] : []),
  ]
}

/** Every coverage that the policy has, by letter, then what is included. */
export function coveragesOf(transaction: PolicyTransaction): Coverage[] {
  const own = coverageLetters.flatMap((letter): Coverage[] => {
    const limit = transaction[`coverage${letter}Limit`]
    const premium = transaction[`coverage${letter}Premium`]
    // C and D are the included ones below; A is named even where it is not insured.
    if (isIncluded(letter) || (letter !== 'A' && !limit && !premium)) return []
    return [
      {
        name: `${letter} ${coverageName(letter, transaction.productId)}`,
        limit: limitLabel(letter, limit),
        premium: moneyOrDash(premium),
      },
    ]
  })
  return [...own, ...includedCoverages(transaction)]
}

/** What the tiles of the policy page name, beside the letters: what is lost without a premium of its own (decision 61). */
const lossOf = ({ productId }: Insured) => (productId === 2 ? 10_000 : [1, 6].includes(productId) ? 1000 : undefined)

/**
 * The coverages at a glance (spec 2 §2): A, B and I where they are insured, D for $30,000 where it is included, C as loss
 * avoidance for $1,000 of products 1 and 6 and as pollution for $10,000 of product 2.
 */
export function coverageTilesOf(transaction: PolicyTransaction): Omit<Coverage, 'premium'>[] {
  const { productId } = transaction
  const loss = lossOf(transaction)
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
