/** The words of the business, as the contract's `x-words` give them. */
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

/** What waits of a kind, as screens and mails call it; a number stands beside it. */
export const actionTitle = (kind: string): string => actionKinds.find(({ code }) => code === kind)?.label ?? kind

/** The label of a request field by its path: `licenses.0.licenseNo` is "License number (entry 1)". Undefined for other names. */
export function fieldLabel(path: string): string | undefined {
  const parts = path.split('.')
  const entry = parts.findLast((part) => /^\d+$/.test(part))
  const name = parts.findLast((part) => !/^\d+$/.test(part)) ?? ''
  const label = Object.hasOwn(fieldLabels, name) ? fieldLabels[name] : undefined
  return label !== undefined && entry !== undefined ? `${label} (entry ${Number(entry) + 1})` : label
}

export type Product = (typeof products)[number]
export type CoverageLetter = (typeof coverages)[number]['letter']

const productsById = new Map<number | undefined, Product>(products.map((product) => [product.id, product]))

/** A product by its number; undefined for what is none. */
export const productOf = (productId: number | undefined): Product | undefined => productsById.get(productId)

export const productName = (productId: number): string => productOf(productId)?.name ?? `Product ${productId}`

export const isEarthquake = (productId: number | undefined): boolean => productOf(productId)?.line === 'earthquake'
export const isExcess = (productId: number | undefined): boolean => productOf(productId)?.line === 'excessFlood'

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
 * What a coverage is called: households have personal property, businesses business personal property; C is pollution for
 * commercial flood (PRI-8).
 */
export function coverageName(letter: string, productId: number): string {
  const coverage = coveragesByLetter.get(letter)
  const product = productOf(productId)
  if (product?.class === 'residential' && coverage?.household) return coverage.household
  if (product?.class === 'commercial' && product.line === 'flood' && coverage?.business) return coverage.business
  return coverage?.name ?? letter
}

/** Whether it is insured without a premium of its own, as what is included. */
export const isIncluded = (letter: string): boolean => coveragesByLetter.get(letter)?.included === true

/** Coverages whose limit is a yes or a no (UI-1). */
export const isFlag = (letter: string): boolean => coveragesByLetter.get(letter)?.one === 'Yes'

/** What a limit of 1 dollar stands for, where it is no amount (UI-1). */
export const wordsOfOne = (letter: string): string | undefined => coveragesByLetter.get(letter)?.one

/** What of an insured property says which coverages come without a premium; `coverageA` is its limit. */
export interface InsuredProperty {
  productId: number
  coverageA: number | null | undefined
  /** What may call it a condo: type and description of its occupancy, description of the property. */
  descriptions: readonly (string | null | undefined)[]
}

/**
 * What is covered without a premium of its own, with its limit in dollars (PRI-8): sandbags and removal to safety for
 * $1,000 each, pollution for $10,000 with product 2, increased cost of compliance for $30,000 unless coverage A is 0 or for a
 * condo. Earthquake is parametric and includes none.
 */
export function includedCoverages({ productId, coverageA, descriptions }: InsuredProperty) {
  if (isEarthquake(productId)) return []
  const isCondo = descriptions.some((text) => /condo/i.test(text ?? ''))
  return [
    ...(coverageA && !isCondo ? [{ name: coverageName('D', productId), dollars: 30_000 }] : []),
    { name: 'Sandbag Supplies and Labor', dollars: 1000 },
    { name: 'Property Removed to Safety', dollars: 1000 },
    ...(productId === 2 ? [{ name: 'Pollution Damage', dollars: 10_000 }] : []),
  ]
}

/**
 * The coverages that a property has of its own, by letter and in the order in which screens and papers list them: C and D are among
 * the included ones, and A is named even where it is not insured.
 */
export const ownCoverages = (
  productId: number,
  has: (letter: CoverageLetter) => boolean,
): { letter: CoverageLetter; name: string }[] =>
  coverageLetters
    .filter((letter) => !isIncluded(letter) && (letter === 'A' || has(letter)))
    .map((letter) => ({ letter, name: `${letter} ${coverageName(letter, productId)}` }))

const compiledPasswordRules = passwordRules.map(({ pattern, sentence }) => ({ pattern: new RegExp(pattern), sentence }))

/** What a new password still lacks, in the documented sentences; empty if the password is valid. */
export const passwordProblems = (password: string): string[] =>
  compiledPasswordRules.flatMap(({ pattern, sentence }) => (pattern.test(password) ? [] : [sentence]))

/** Why a card does not pay what is over the limit, to the letter (PAY-1). Written out: the first screens have no time to format. */
export const overCardLimit =
  'We no longer support credit card payments on total charges over $5,000. Please consider another option of payment such as check or ACH payment.'

const adviceByCode = new Map<string, string>(declines.map(({ code, advice }) => [code, advice]))

/** What a payer may do whose card or bank refused; undefined for a code that nothing can be advised on. */
export const declineAdvice = (declineCode: string | undefined): string | undefined =>
  declineCode === undefined ? undefined : adviceByCode.get(declineCode)
