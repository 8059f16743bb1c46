/** The business terms in the contract's `x-words`. */
import { actionKinds, coverages, declines, fieldLabels, passwordRules, products } from './generated/words.ts'

export {
  agencyDocumentTypes,
  agencyLicenseTypes,
  agencyStatuses,
  agencyTypes,
  auditActions,
  auditSubjects,
  cardLimit,
  coverages,
  errorCodes,
  lenderPays,
  patternWords,
  products,
  propertyTypeScopes,
  revealReasons,
  roles,
} from './generated/words.ts'

/** Returns the label of a kind of pending item, as used on screens and in emails. */
export const getActionItemTitle = (kind: string): string => actionKinds.find(({ code }) => code === kind)?.label ?? kind

/**
 * Returns the label of a request field by its path: `licenses.0.licenseNo` is "License number (entry 1)". Undefined for
 * other names.
 */
export function findFieldLabel(path: string): string | undefined {
  const parts = path.split('.')
  const entry = parts.findLast((part) => /^\d+$/.test(part))
  const name = parts.findLast((part) => !/^\d+$/.test(part)) ?? ''
  const label = Object.hasOwn(fieldLabels, name) ? fieldLabels[name] : undefined
  return label !== undefined && entry !== undefined ? `${label} (entry ${Number(entry) + 1})` : label
}

export type Product = (typeof products)[number]
export type CoverageLetter = (typeof coverages)[number]['letter']

const productsById = new Map<number | undefined, Product>(products.map((product) => [product.id, product]))

/** Returns a product by its number, or undefined for an unknown number. */
export const findProduct = (productId: number | undefined): Product | undefined => productsById.get(productId)

export const getProductName = (productId: number): string => findProduct(productId)?.name ?? `Product ${productId}`

export const isEarthquake = (productId: number | undefined): boolean => findProduct(productId)?.line === 'earthquake'
export const isExcessFlood = (productId: number | undefined): boolean => findProduct(productId)?.line === 'excessFlood'

export const coverageLetters = coverages.map(({ letter }) => letter)

interface Worded {
  letter: CoverageLetter
  name: string
  household?: string
  business?: string
  one?: string
  included?: boolean
}
const coveragesByLetter = new Map<string, Worded>(coverages.map((coverage) => [coverage.letter, coverage]))

/**
 * Returns the name of a coverage for a product: personal property for residential products, business personal property
 * for commercial ones; coverage C is pollution for commercial flood (PRI-8).
 */
export function getCoverageName(letter: string, productId: number): string {
  const coverage = coveragesByLetter.get(letter)
  const product = findProduct(productId)
  if (product?.class === 'residential' && coverage?.household) return coverage.household
  if (product?.class === 'commercial' && product.line === 'flood' && coverage?.business) return coverage.business
  return coverage?.name ?? letter
}

/** Checks whether the coverage is included without its own premium. */
export const isIncludedCoverage = (letter: string): boolean => coveragesByLetter.get(letter)?.included === true

/** Checks whether the coverage's limit is yes or no (UI-1). */
export const isYesNoCoverage = (letter: string): boolean => coveragesByLetter.get(letter)?.one === 'Yes'

/** Returns the text for a limit of 1 dollar that is not an amount (UI-1). */
export const getYesNoLabel = (letter: string): string | undefined => coveragesByLetter.get(letter)?.one

/** Text for a premium of zero: `Included`, or a dash if nothing is insured (UI-1). */
export const zeroPremium = (limit: number | string): 'Included' | '–' =>
  limit === '–' || limit === 'No' ? '–' : 'Included'

/** The part of an insured property that determines its included coverages. `coverageA` is a limit in dollars. */
export interface InsuredProperty {
  productId: number
  coverageA: number | null | undefined
  /** Texts that can identify a condo: type and description of the occupancy, and description of the property. */
  descriptions: readonly (string | null | undefined)[]
}

/**
 * Returns the coverages without their own premium, with their limits in dollars (PRI-8): sandbags and removal to safety
 * for $1,000 each, pollution for $10,000 with product 2, and increased cost of compliance for $30,000 unless coverage A
 * is 0 or the property is a condo. Earthquake is parametric and includes none.
 */
export function listIncludedCoverages({ productId, coverageA, descriptions }: InsuredProperty) {
  if (isEarthquake(productId)) return []
  const isCondo = descriptions.some((text) => /condo/i.test(text ?? ''))
  return [
    ...(coverageA && !isCondo ? [{ name: getCoverageName('D', productId), dollars: 30_000 }] : []),
    { name: 'Sandbag Supplies and Labor', dollars: 1000 },
    { name: 'Property Removed to Safety', dollars: 1000 },
    ...(productId === 2 ? [{ name: 'Pollution Damage', dollars: 10_000 }] : []),
  ]
}

/**
 * Returns the coverages with their own premium that a property has, by letter, in the display order of screens and
 * documents. Coverage A is always listed, even when it is not insured; C and D are included coverages and are not
 * listed.
 */
export const getChargedCoverages = (
  productId: number,
  has: (letter: CoverageLetter) => boolean,
): { letter: CoverageLetter; name: string }[] =>
  coverageLetters
    .filter((letter) => !isIncludedCoverage(letter) && (letter === 'A' || has(letter)))
    .map((letter) => ({ letter, name: `${letter} ${getCoverageName(letter, productId)}` }))

const compiledPasswordRules = passwordRules.map(({ pattern, sentence }) => ({ pattern: new RegExp(pattern), sentence }))

/** Returns the documented messages for the rules that a new password breaks. Empty for a valid password. */
export const findPasswordProblems = (password: string): string[] =>
  compiledPasswordRules.flatMap(({ pattern, sentence }) => (pattern.test(password) ? [] : [sentence]))

/**
 * The exact message for card payments over the limit (PAY-1). It is a constant, because the first screens load before
 * number formatting.
 */
export const cardLimitMessage =
  'We no longer support credit card payments on total charges over $5,000. Please consider another option of payment such as check or ACH payment.'

const adviceByCode = new Map<string, string>(declines.map(({ code, advice }) => [code, advice]))

/** Returns advice for a payer whose card or bank declined the payment, or undefined when there is none. */
export const getDeclineAdvice = (declineCode: string | undefined): string | undefined =>
  declineCode === undefined ? undefined : adviceByCode.get(declineCode)
