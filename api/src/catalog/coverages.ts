import {
  type CoverageLetter,
  type coverageLetters,
  getChargedCoverages,
  getYesNoLabel,
  isYesNoCoverage,
  listIncludedCoverages,
} from '@tideline/sdk/words'

export { type CoverageLetter, coverageLetters } from '@tideline/sdk/words'

/** A coverage limit and its effective date, from the price schedule of the term. */
interface DatedLimit {
  code: string
  effectiveDate: string
  limitCents: number
  premiumCents: number | null
}

/** A coverage line on documents. */
export interface CoverageLine {
  name: string
  /** Effective date of the limit, `YYYY-MM-DD`. */
  effectiveDate: string
  /** Limit in cents, or a description if the limit is not an amount. */
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
 * Returns the limit of a coverage as shown on documents (UI-1): an amount, a description, or a dash if there is no
 * limit.
 */
function getLimit(letter: CoverageLetter, cents: number): number | string {
  if (cents === 100) return getYesNoLabel(letter) ?? cents
  if (isYesNoCoverage(letter)) return 'No'
  return cents > 0 ? cents : '–'
}

/** The term of a transaction: its inception date and its limits by effective date. */
interface InsuredTerm {
  inceptionDate: string
  limits: readonly DatedLimit[]
}

/**
 * Lists the coverages of a term after a transaction, with the names and the order that screens use. Each limit has its
 * own line with its effective date (DOC-7).
 */
export function getCoverageLines(insured: Insured, { inceptionDate, limits }: InsuredTerm): CoverageLine[] {
  const cents = (letter: CoverageLetter, what: 'limit' | 'premium') =>
    insured[`coverage_${letter.toLowerCase() as Lowercase<CoverageLetter>}_${what}_cents`] ?? 0
  const datedLimits = (letter: CoverageLetter) => {
    const dated = limits.filter(({ code }) => code === letter)
    // The last line has the transaction's own limit and premium, even if the term has no schedule for the coverage.
    const earlier = dated.slice(0, -1).map((one) => ({ ...one, premiumCents: one.premiumCents ?? 0 }))
    const spentCents = earlier.reduce((sum, { premiumCents }) => sum + premiumCents, 0)
    const last = {
      effectiveDate: dated.at(-1)?.effectiveDate ?? inceptionDate,
      limitCents: cents(letter, 'limit'),
      premiumCents: cents(letter, 'premium') - spentCents,
    }
    return [...earlier, last]
  }
  const own = getChargedCoverages(insured.product_id, (letter) =>
    datedLimits(letter).some(({ limitCents, premiumCents }) => limitCents > 0 || premiumCents > 0),
  )
  const included = listIncludedCoverages({
    productId: insured.product_id,
    coverageA: insured.coverage_a_limit_cents,
    descriptions: [insured.occupancy_type, insured.occupancy_type_desc, insured.property_type_desc],
  })
  return [
    ...own.flatMap(({ letter, name }) =>
      datedLimits(letter).map(({ effectiveDate, limitCents, premiumCents }) => ({
        ...{ name, effectiveDate, premiumCents },
        limit: getLimit(letter, limitCents),
      })),
    ),
    ...included.map(({ name, dollars }) => ({
      ...{ name, effectiveDate: inceptionDate, premiumCents: 0 },
      limit: dollars * 100,
    })),
  ]
}
