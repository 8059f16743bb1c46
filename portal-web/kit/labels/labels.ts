import { findProduct, isEarthquake } from '@tideline/sdk/words'

/** Labels of occupancies, statuses and other policy codes (PRI-8, UI-1, UI-2, UI-4, POL-2). */

/**
 * Converts an occupancy to lowercase letters. For example, `Condo Which Floor` and `CONDO_WHICH_FLOOR` both become
 * `condowhichfloor`.
 */
const normalizeOccupancy = (text: string | null | undefined) => (text ?? '').replace(/[^a-z]/gi, '').toLowerCase()

interface OccupiedBuilding {
  productId: number
  stories?: number | null
  occupancyType?: string | null
  occupancyTypeDesc?: string | null
}

/**
 * Formats the number of stories (POL-2). Adds "or more" to the highest number, which depends on the product and
 * occupancy.
 */
export function formatStories({ productId, stories, occupancyType, occupancyTypeDesc }: OccupiedBuilding) {
  if (stories === null || stories === undefined) return undefined
  const occupancy = [occupancyType, occupancyTypeDesc].map(normalizeOccupancy)
  const highest = () => {
    if (isEarthquake(productId)) return undefined
    if (findProduct(productId)?.class === 'residential') return occupancy.includes('condowhichfloor') ? 4 : 3
    if (occupancy.includes('commercialtenant')) return 4
    return occupancy.includes('commercialownersingletenant') ? 3 : 100
  }
  return stories === highest() ? `${stories} or more` : String(stories)
}

const foundationNames: Record<string, string> = {
  slab: 'Slab',
  crawlspace: 'Elevated crawlspace',
  subgradecrawlspace: 'Subgrade crawlspace',
  stilts: 'Elevated on posts',
  stiltswithvents: 'Elevated on posts with enclosure',
  stiltswithsolidenclosure: 'Elevated on posts, solid walls',
  basement: 'Basement',
  unfinishedbasement: 'Basement',
  finishedbasement: 'Basement',
}

/** Returns the label of a foundation type, or the server's description if the type is unknown. */
export const getFoundationLabel = (type: string | null | undefined, description?: string | null) =>
  foundationNames[normalizeOccupancy(type)] ?? description ?? type ?? undefined

/** Returns Yes for prior losses, and No if the value is missing or NOPE (UI-2). */
export const getPriorLossLabel = (priorClaims: string | null | undefined) =>
  priorClaims && priorClaims !== 'NOPE' ? 'Yes' : 'No'

/** Returns the payer's label, for example Insured for `insured`. */
export const getPayerLabel = (payer: string | null | undefined) =>
  payer ? `${payer.charAt(0).toUpperCase()}${payer.slice(1)}` : undefined

/**
 * Returns the display name of a payment type. ACH is shown as Bank account, because payers do not know the
 * abbreviation.
 */
export const getPaymentTypeName = (type = '–') => (type === 'ACH' ? 'Bank account' : type)

/** Returns Parish for Louisiana and County for other states. */
export const getCountyLabel = (state: string) => (state === 'LA' ? 'Parish' : 'County')

/** Removes "County" or "Parish" from a county name, because the label already contains the word. */
export const getCountyName = (county: string | null | undefined) => county?.replace(/ (County|Parish)$/, '')

/**
 * Formats the number of days until a due date.
 *
 * @param dueDate `YYYY-MM-DD`
 * @param today `YYYY-MM-DD`
 */
export function formatDueCountdown(dueDate: string, today: string) {
  const days = Math.round((Date.parse(dueDate) - Date.parse(today)) / 86_400_000)
  if (days > 0) return `Due in ${days} day(s)`
  return days === 0 ? 'DUE TODAY' : `Due ${-days} day(s) ago`
}

/** Returns today's date in the viewer's time zone, YYYY-MM-DD. */
export const getToday = (now: Date) =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** Returns the policy status for a policyholder, based only on whether the policy is cancelled or expired. */
export function getPolicyholderStatus({ isCancelled, isExpired }: { isCancelled: boolean; isExpired: boolean }) {
  if (isCancelled && isExpired) return 'Cancelled/Expired'
  if (isCancelled) return 'Cancelled'
  return isExpired ? 'Expired' : 'Active'
}

/** Returns the policy status for a viewer. Policyholders see Active instead of Bound, as in their policy list. */
export const getPolicyStatusLabel = (status: string, viewer: 'agent' | 'insured' | 'internal') =>
  viewer === 'insured' && status === 'Bound' ? 'Active' : status

/**
 * Returns the display name of a document. Shows DecPage as "Declarations page", because policyholders do not know the
 * short name.
 */
export const getDocumentName = (docName: string) => (docName === 'DecPage' ? 'Declarations page' : docName)
