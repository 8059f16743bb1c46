import { isEarthquake, productOf } from '@tideline/sdk/words'

/** How codes of a policy are worded (PRI-8, UI-1, UI-2, UI-4, POL-2). */

/** `Condo Which Floor`, `condoWhichFloor` and `CONDO_WHICH_FLOOR` are one occupancy. */
const hasSameWords = (text: string | null | undefined) => (text ?? '').replace(/[^a-z]/gi, '').toLowerCase()

interface Occupied {
  productId: number
  stories?: number | null
  occupancyType?: string | null
  occupancyTypeDesc?: string | null
}

/**
 * The number of stories in words. Residential (products 1 and 6) stops at 3, a condo floor at 4; commercial (2, 3, 7, 8)
 * at 100, a commercial tenant at 4, a single-tenant owner at 3. Earthquake is in neither list (POL-2).
 */
export function storiesLabel({ productId, stories, occupancyType, occupancyTypeDesc }: Occupied) {
  if (stories === null || stories === undefined) return undefined
  const occupancy = [occupancyType, occupancyTypeDesc].map(hasSameWords)
  const highest = () => {
    if (isEarthquake(productId)) return undefined
    if (productOf(productId)?.class === 'residential') return occupancy.includes('condowhichfloor') ? 4 : 3
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

/** The foundation in words; what the list does not know is shown as the server words it. */
export const foundationLabel = (type: string | null | undefined, description?: string | null) =>
  foundationNames[hasSameWords(type)] ?? description ?? type ?? undefined

/** Prior losses exist unless nothing or NOPE is said (UI-2). */
export const priorLossLabel = (priorClaims: string | null | undefined) =>
  priorClaims && priorClaims !== 'NOPE' ? 'Yes' : 'No'

/** Who is billed, in words: `insured` as Insured, what is words already as it is. */
export const payerLabel = (payer: string | null | undefined) =>
  payer ? `${payer.charAt(0).toUpperCase()}${payer.slice(1)}` : undefined

/** How a payment came, as people say it: nobody who pays knows the bank's short name for it. */
export const paymentTypeName = (type = '–') => (type === 'ACH' ? 'Bank account' : type)

/** Louisiana has parishes. */
export const countyWord = (state: string) => (state === 'LA' ? 'Parish' : 'County')

/** A county without the word for it, which its label says. */
export const countyName = (county: string | null | undefined) => county?.replace(/ (County|Parish)$/, '')

/** Days until the due date, as text; both are calendar days, YYYY-MM-DD. */
export function dueCountdown(dueDate: string, today: string) {
  const days = Math.round((Date.parse(dueDate) - Date.parse(today)) / 86_400_000)
  if (days > 0) return `Due in ${days} day(s)`
  return days === 0 ? 'DUE TODAY' : `Due ${-days} day(s) ago`
}

/** Today in the viewer's calendar, YYYY-MM-DD. */
export const getToday = (now: Date) =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/**
 * The status that a policyholder sees, from the flags alone.
 */
export function policyholderStatus({ isCancelled, isExpired }: { isCancelled: boolean; isExpired: boolean }) {
  if (isCancelled && isExpired) return 'Cancelled/Expired'
  if (isCancelled) return 'Cancelled'
  return isExpired ? 'Expired' : 'Active'
}

/** A policy's status as the viewer knows it: policyholders see Active from binding on, as in their list of policies. */
export const statusFor = (status: string, viewer: 'agent' | 'insured' | 'internal') =>
  viewer === 'insured' && status === 'Bound' ? 'Active' : status

/** What a paper is called on the screen: nobody who owns a house knows the short name of its declarations page. */
export const paperName = (docName: string) => (docName === 'DecPage' ? 'Declarations page' : docName)
