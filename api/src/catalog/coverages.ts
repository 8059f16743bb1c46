import {
  type CoverageLetter,
  type coverageLetters,
  getChargedCoverages,
  getYesNoLabel,
  includedCoverages,
  isFlag,
} from '@tideline/sdk/words'

export { type CoverageLetter, coverageLetters } from '@tideline/sdk/words'

/** A coverage line on documents. */
export interface CoverageLine {
  name: string
  /** An amount in cents, or a text if the limit is not an amount. */
  limit: number | string
  premiumCents: number
}

type Column = `coverage_${Lowercase<(typeof coverageLetters)[number]>}_${'limit' | 'premium'}_cents`

interface Insured extends Record<Column, number | null> {
  product_id: number
  occupancy_type?: string | null
  occupancy_type_desc?: string | null
  property_type_desc?: string | null
}

/**
 * Returns the limit of a coverage: an amount, Yes or No for flags, a text for business interruption, a dash for no
 * limit (UI-1).
 */
function getLimit(letter: CoverageLetter, cents: number): number | string {
  if (cents === 100) return getYesNoLabel(letter) ?? cents
  if (isFlag(letter)) return 'No'
  return cents > 0 ? cents : '–'
}

/** Returns the coverages of a transaction in the order and with the names of the screens. */
export function getCoverageLines(insured: Insured): CoverageLine[] {
  const cents = (letter: CoverageLetter, what: 'limit' | 'premium') =>
    insured[`coverage_${letter.toLowerCase() as Lowercase<CoverageLetter>}_${what}_cents`] ?? 0
  const own = getChargedCoverages(
    insured.product_id,
    (letter) => cents(letter, 'limit') > 0 || cents(letter, 'premium') > 0,
  )
  const included = includedCoverages({
    productId: insured.product_id,
    coverageA: insured.coverage_a_limit_cents,
    descriptions: [insured.occupancy_type, insured.occupancy_type_desc, insured.property_type_desc],
  })
  return [
    ...own.map(({ letter, name }) => ({
      name,
      limit: getLimit(letter, cents(letter, 'limit')),
      premiumCents: cents(letter, 'premium'),
    })),
    ...included.map(({ name, dollars }) => ({ name, limit: dollars * 100, premiumCents: 0 })),
  ]
}
