import type { PolicyTransaction } from '@tideline/sdk'
import { moneyOrDash, wholeMoney } from '../formats/format.ts'
import { isEarthquakeProduct } from './labels.ts'

export type Letter = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L'

export interface Coverage {
  name: string
  limit: string
  /** Dollars a year, or `Included`. */
  premium: string
}

const names: Record<Letter, string> = {
  A: 'Building Property',
  B: 'Business Personal Property',
  C: 'Loss Avoidance',
  D: 'Increased Cost of Compliance',
  E: 'Replacement Cost on Contents',
  F: 'Additional Living Expense',
  G: 'Detached Structures',
  H: 'Loss of Rents',
  I: 'Business Interruption',
  J: 'Basement Contents',
  K: 'Pool Repair and Refill',
  L: 'Unattached Structures',
}

/** What a coverage is called; households have personal property, businesses business personal property. */
export const coverageName = (letter: Letter, productId: number) =>
  letter === 'B' && (productId === 1 || productId === 6 || productId === 4) ? 'Personal Property' : names[letter]

/** Coverage E, K and L are flags: 1 means Yes (spec 1 §9). */
const flags: readonly Letter[] = ['E', 'K', 'L']

/** A limit in words: flags Yes or No, coverage I of 1 `Up to $25,000`, zero or none a dash (decision 2). */
export function limitLabel(letter: Letter, limit: number | undefined) {
  if (flags.includes(letter)) return limit === 1 ? 'Yes' : 'No'
  if (letter === 'I' && limit === 1) return 'Up to $25,000'
  return limit ? wholeMoney(limit) : '–'
}

type Insured = Pick<
  PolicyTransaction,
  'productId' | 'coverageALimit' | 'occupancyType' | 'occupancyTypeDesc' | 'propertyTypeDesc'
>

const isCondo = ({ occupancyType, occupancyTypeDesc, propertyTypeDesc }: Insured) =>
  [occupancyType, occupancyTypeDesc, propertyTypeDesc].some((text) => /condo/i.test(text ?? ''))

/**
 * What is covered without a premium of its own (spec 1 §9, decision 61): sandbags and removal to safety for $1,000 each,
 * pollution for $10,000 with product 2, increased cost of compliance for $30,000 unless coverage A is 0 or for a condo.
 * Earthquake is parametric and includes none.
 */
export function includedCoverages(insured: Insured): Coverage[] {
  if (isEarthquakeProduct(insured.productId)) return []
  const included = (name: string, dollars: number) => ({ name, limit: wholeMoney(dollars), premium: 'Included' })
  return [
    ...(insured.coverageALimit && !isCondo(insured) ? [included('Increased Cost of Compliance', 30_000)] : []),
    included('Sandbag Supplies and Labor', 1000),
    included('Property Removed to Safety', 1000),
    ...(insured.productId === 2 ? [included('Pollution Damage', 10_000)] : []),
  ]
}

/** Every coverage that the policy has, by letter, then what is included. */
export function coveragesOf(transaction: PolicyTransaction): Coverage[] {
  const own = (Object.keys(names) as Letter[]).flatMap((letter): Coverage[] => {
    const limit = transaction[`coverage${letter}Limit`]
    const premium = transaction[`coverage${letter}Premium`]
    // C and D are the included ones below; A is named even where it is not insured.
    if (letter === 'C' || letter === 'D' || (letter !== 'A' && !limit && !premium)) return []
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
