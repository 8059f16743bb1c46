/** Business terms from the contract's `x-words`. */
import {
  actionKinds,
  coverages,
  declines,
  fieldLabels,
  letterKinds,
  passwordRules,
  products,
} from './generated/words.ts'

export {
  agencyDocumentTypes,
  agencyLicenseTypes,
  agencyStatuses,
  agencyTypes,
  auditActions,
  auditSubjects,
  CancelReasonCode,
  cardLimit,
  coverages,
  errorCodes,
  lenderPays,
  letterKinds,
  Party,
  PaymentType,
  patternWords,
  products,
  propertyTypeScopes,
  revealReasons,
  roles,
} from './generated/words.ts'

/** Returns the label for a kind of action item, as used on screens and in emails. */
export const getActionItemTitle = (kind: string): string => actionKinds.find(({ code }) => code === kind)?.label ?? kind

/** Returns the title of a letter about nonpayment, as printed and as shown to staff. */
export const getLetterTitle = (kind: string): string => letterKinds.find(({ id }) => id === kind)?.name ?? kind

/**
 * Returns the label of a request field by its path: `licenses.0.licenseNo` is "License number (entry 1)". Returns
 * undefined for an unknown field.
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
 * Returns the name of a coverage for a product. Coverages are named differently for residential and commercial
 * products; coverage C is pollution for commercial flood (PRI-8).
 */
export function getCoverageName(letter: string, productId: number): string {
  const coverage = coveragesByLetter.get(letter)
  const product = findProduct(productId)
  if (product?.class === 'residential' && coverage?.household) return coverage.household
  if (product?.class === 'commercial' && product.line === 'flood' && coverage?.business) return coverage.business
  return coverage?.name ?? letter
}

/** Checks whether a coverage is included at no extra premium. */
export const isIncludedCoverage = (letter: string): boolean => coveragesByLetter.get(letter)?.included === true

/** Checks whether a coverage is shown as yes or no instead of a limit in dollars (UI-1). */
export const isYesNoCoverage = (letter: string): boolean => coveragesByLetter.get(letter)?.one === 'Yes'

/**
 * Returns the display text of a yes-or-no coverage (UI-1). Such a coverage has a limit of $1, which is not an amount.
 */
export const getYesNoLabel = (letter: string): string | undefined => coveragesByLetter.get(letter)?.one

/** Returns the text for a premium of zero: `Included`, or a dash if nothing is insured (UI-1). */
export const zeroPremium = (limit: number | string): 'Included' | '–' =>
  limit === '–' || limit === 'No' ? '–' : 'Included'

/** Facts about an insured property that determine its included coverages. `coverageA` is a limit in dollars. */
export interface InsuredProperty {
  productId: number
  coverageA: number | null | undefined
  /** Texts that may identify a condo: occupancy type, occupancy description, and property description. */
  descriptions: readonly (string | null | undefined)[]
}

/**
 * Returns the coverages that a policy includes at no extra premium, with their limits in dollars (PRI-8). Earthquake
 * policies include none.
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
 * Returns the coverages of a property that have their own premium, in display order. Always includes coverage A, even
 * if it is not insured.
 */
export const getChargedCoverages = (
  productId: number,
  has: (letter: CoverageLetter) => boolean,
): { letter: CoverageLetter; name: string }[] =>
  coverageLetters
    .filter((letter) => !isIncludedCoverage(letter) && (letter === 'A' || has(letter)))
    .map((letter) => ({ letter, name: `${letter} ${getCoverageName(letter, productId)}` }))

const compiledPasswordRules = passwordRules.map(({ pattern, sentence }) => ({ pattern: new RegExp(pattern), sentence }))

/**
 * Returns the documented message for each rule that a new password breaks. Returns an empty list for a valid password.
 */
export const findPasswordProblems = (password: string): string[] =>
  compiledPasswordRules.flatMap(({ pattern, sentence }) => (pattern.test(password) ? [] : [sentence]))

/**
 * Error message for card payments over the limit (PAY-1). Contains the amount as text, because the code for number
 * formatting loads only after the first screens.
 */
export const cardLimitMessage =
  'We no longer support credit card payments on total charges over $5,000. Please consider another option of payment such as check or ACH payment.'

const adviceByCode = new Map<string, string>(declines.map(({ code, advice }) => [code, advice]))

/** Returns advice for a payer whose card or bank account was declined, or undefined if there is none. */
export const getDeclineAdvice = (declineCode: string | undefined): string | undefined =>
  declineCode === undefined ? undefined : adviceByCode.get(declineCode)
