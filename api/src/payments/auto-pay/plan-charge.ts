/**
 * Rules of auto-pay as pure functions: what is charged automatically, when, and which bank debits are announced. Amounts
 * are integer cents, dates are `YYYY-MM-DD` at the insured property.
 */
import { addDays, getLaterDate } from '../../calendar/days.ts'
import { compareInPaymentOrder } from '../../ledger/obligations.ts'
import type { FailureKind } from './classify-failure.ts'

/** Days between the announcement of a bank debit and the debit (AUT-8). */
export const announcementDays = 10

/** Days after the first failure on which a charge is retried (AUT-6). */
const retryDays = [3, 7] as const

/** Minimum days between a failure of a payment method and the next charge (AUT-6). */
const daysAfterFailure = 3

/**
 * Number of days after the charge date during which a missed charge can still be made. A later charge would surprise
 * the payer (AUT-4).
 */
const lateDays = 7

/** Days in which the policyholder can object to a consent that somebody else recorded (AUT-2). */
const objectionDays = 3

/** Returns the first date on which a consent allows a charge (AUT-2). */
export const getFirstChargeDate = (givenOn: string, isByPolicyholder: boolean): string =>
  isByPolicyholder ? givenOn : addDays(givenOn, objectionDays)

/** Returns whether the consent includes an obligation: an endorsement, or a part of an invoice with several due dates (AUT-1). */
export const isIncluded = (obligation: { purpose: string; payer: string; invoiceParts: number }): boolean =>
  obligation.payer === 'policyholder' && (obligation.purpose === 'endorsement' || obligation.invoiceParts > 1)

export interface AutoPayObligation {
  obligationNo: number
  dueDate: string
  amountCents: number
  openCents: number
  isIncluded: boolean
  /** Amount that auto-pay charged for the obligation, excluding failed charges. */
  chargedCents: number
  /** Failed charges of the obligation with the card or bank account of the consent, oldest first. */
  failures: readonly { failedOn: string; kind: FailureKind }[]
}

/** An announced bank debit. */
export interface Announcement {
  chargeDate: string
  amountCents: number
}

export interface AutoPayFacts {
  today: string
  methodType: 'card' | 'us_bank_account'
  /** The first date on which the consent allows a charge. */
  startsOn: string
  /** Whether the policy is neither cancelled nor pending cancellation nor expired. */
  isInForce: boolean
  /** Whether staff paused all automatic charges (AUT-11). */
  isPaused: boolean
  processingCents: number
  isPaymentDisputed: boolean
  /** The latest failure of the card or bank account on this policy. */
  lastFailedOn: string | undefined
  /** The latest charge under the consent that did not fail. */
  lastCharge: Announcement | undefined
  /** The amount that was shown when the consent was given. */
  shownCents: number
  /** Announcements under the consent, oldest first. */
  announcements: readonly Announcement[]
  obligations: readonly AutoPayObligation[]
}

interface ChargePart {
  obligationNo: number
  amountCents: number
}

export interface PlannedCharge {
  chargeDate: string
  amountCents: number
  parts: ChargePart[]
}

interface AutoPayPlan {
  /** The next charge if nothing changes. */
  next: PlannedCharge
  /** The debit to announce today. */
  announcement: Announcement | undefined
}

interface DatedPart extends ChargePart {
  /** The first date on which the part can be charged. */
  date: string
  isPartlyCharged: boolean
}

/**
 * Returns the date of the first charge of an obligation, or of its next retry. Returns undefined if it is not retried
 * again (AUT-6).
 */
function getAttemptDate({ failures, dueDate }: AutoPayObligation, startsOn: string): string | undefined {
  const [first] = failures
  if (!first) return getLaterDate(dueDate, startsOn)
  const retryAfter = retryDays[failures.length - 1]
  return retryAfter && addDays(first.failedOn, retryAfter)
}

/**
 * Returns the date on which an obligation can be charged. Returns undefined if auto-pay cannot charge it, or can no
 * longer charge it.
 */
function getChargeDate(obligation: AutoPayObligation, facts: AutoPayFacts): string | undefined {
  if (!obligation.isIncluded || obligation.failures.some(({ kind }) => kind !== 'temporary')) return undefined
  const date = getAttemptDate(obligation, facts.startsOn)
  return date && facts.lastFailedOn ? getLaterDate(date, addDays(facts.lastFailedOn, daysAfterFailure)) : date
}

/**
 * Returns the amounts that can be charged, in the order in which payments cover them. Stops at the first amount that
 * cannot be charged (AUT-5).
 */
function getChargeable(facts: AutoPayFacts): DatedPart[] {
  let processing = facts.processingCents
  const chargeable: DatedPart[] = []
  for (const obligation of facts.obligations.toSorted(compareInPaymentOrder)) {
    const processed = Math.min(processing, obligation.openCents)
    processing -= processed
    const openCents = obligation.openCents - processed
    if (openCents === 0) continue
    const { obligationNo, amountCents, chargedCents } = obligation
    const date = getChargeDate(obligation, facts)
    // If an amount was charged before and is open again, it was refunded or disputed. It is not charged a second time.
    if (date === undefined || openCents > amountCents - chargedCents) break
    chargeable.push({ obligationNo, amountCents: openCents, date, isPartlyCharged: chargedCents > 0 })
  }
  return chargeable
}

const sum = (parts: readonly { amountCents: number }[]) => parts.reduce((cents, part) => cents + part.amountCents, 0)

/** Splits an amount among the parts, oldest first. */
function takeParts(parts: readonly DatedPart[], cents: number): ChargePart[] {
  let left = cents
  return parts.flatMap(({ obligationNo, amountCents }) => {
    const part = Math.min(left, amountCents)
    left -= part
    return part > 0 ? [{ obligationNo, amountCents: part }] : []
  })
}

/** Returns the announcements that no later charge has used. */
const getOpenAnnouncements = ({ announcements, lastCharge }: AutoPayFacts) =>
  announcements.filter(({ chargeDate }) => !lastCharge || chargeDate > lastCharge.chargeDate)

interface Debit {
  chargeDate: string
  amountCents: number
  announcement?: Announcement
}

/**
 * Limits a bank debit to the amount that the payer expects or that was announced 10 days earlier. Announces the rest as
 * a later debit (AUT-8).
 */
function planDebit(facts: AutoPayFacts, parts: readonly DatedPart[], date: string): Debit {
  const totalCents = sum(parts)
  const open = getOpenAnnouncements(facts)
  const isRest = parts.some(({ isPartlyCharged }) => isPartlyCharged)
  const expectedCents = isRest ? 0 : (facts.lastCharge?.amountCents ?? facts.shownCents)
  const isAnnounced = (debit: Announcement) =>
    open.some(
      (announcement) => announcement.chargeDate === debit.chargeDate && announcement.amountCents === debit.amountCents,
    )
  const announced = open.findLast(({ amountCents }) => amountCents >= totalCents)
  const canAnnounceNow = addDays(date, -announcementDays) <= facts.today && facts.today < date
  if (totalCents <= expectedCents) {
    const debit = { chargeDate: date, amountCents: totalCents }
    const mustAnnounce = totalCents < expectedCents && canAnnounceNow && !isAnnounced(debit)
    return { ...debit, ...(mustAnnounce && { announcement: debit }) }
  }
  if (announced) {
    const debit = { chargeDate: getLaterDate(date, announced.chargeDate), amountCents: totalCents }
    const mustAnnounce = totalCents < announced.amountCents && canAnnounceNow && !isAnnounced(debit)
    return { ...debit, ...(mustAnnounce && { announcement: debit }) }
  }
  const earliest = getLaterDate(date, addDays(facts.today, announcementDays))
  if (earliest === date) {
    const debit = { chargeDate: date, amountCents: totalCents }
    return { ...debit, ...(canAnnounceNow && { announcement: debit }) }
  }
  const announcedCents = open.filter(({ chargeDate }) => chargeDate <= date).at(-1)?.amountCents ?? 0
  const limitCents = Math.max(expectedCents, announcedCents)
  const rest = { chargeDate: earliest, amountCents: totalCents - limitCents }
  const isRestAnnounced = open.some(
    ({ chargeDate, amountCents }) => chargeDate > date && amountCents === rest.amountCents,
  )
  const announcement = isRestAnnounced ? {} : { announcement: rest }
  return limitCents > 0 ? { chargeDate: date, amountCents: limitCents, ...announcement } : { ...rest, ...announcement }
}

/**
 * Returns the next charge and the debit to announce today, or undefined if nothing will be charged (AUT-4, AUT-5, AUT-6,
 * AUT-8).
 */
export function planCharge(facts: AutoPayFacts): AutoPayPlan | undefined {
  const chargeable = getChargeable(facts)
  const first = chargeable[0]
  if (!first) return undefined
  const date = getLaterDate(first.date, facts.today)
  const laterIndex = chargeable.findIndex((part) => part.date > date)
  const parts = laterIndex === -1 ? chargeable : chargeable.slice(0, laterIndex)
  const { announcement, ...debit } =
    facts.methodType === 'card' ? { chargeDate: date, amountCents: sum(parts) } : planDebit(facts, parts, date)
  if (isTooLate(facts, first.date, debit.chargeDate)) return undefined
  return { next: { ...debit, parts: takeParts(parts, debit.amountCents) }, announcement }
}

/**
 * Returns whether a missed charge is too late to be made. For an announced debit, the days count from the announced
 * date.
 */
function isTooLate(facts: AutoPayFacts, plannedOn: string, chargeDate: string): boolean {
  if (chargeDate > facts.today) return false
  const announcedDates = getOpenAnnouncements(facts).map((announcement) => announcement.chargeDate)
  const latest = announcedDates.filter((date) => date <= facts.today).reduce(getLaterDate, plannedOn)
  return addDays(latest, lateDays) < facts.today
}

/** Returns why nothing is charged now (AUT-7, AUT-11). */
export function getAutoPayHold(facts: AutoPayFacts): 'notInForce' | 'paused' | 'processing' | 'disputed' | undefined {
  if (!facts.isInForce) return 'notInForce'
  if (facts.isPaused) return 'paused'
  if (facts.processingCents > 0) return 'processing'
  return facts.isPaymentDisputed ? 'disputed' : undefined
}

/**
 * Returns the next charge and the debit to announce today. Returns undefined while auto-pay is on hold, except while a
 * payment is processing, which only delays the charge (AUT-7, AUT-11).
 */
export function planUnlessOnHold(facts: AutoPayFacts): AutoPayPlan | undefined {
  const hold = getAutoPayHold(facts)
  return hold === undefined || hold === 'processing' ? planCharge(facts) : undefined
}

/** Returns what is charged and what is announced today. */
export function planAutoPay(facts: AutoPayFacts): { charge?: PlannedCharge; announcement?: Announcement } {
  const plan = planUnlessOnHold(facts)
  if (!plan) return {}
  const { next, announcement } = plan
  const isDue = getAutoPayHold(facts) === undefined && next.chargeDate <= facts.today
  return { ...(isDue && { charge: next }), ...(announcement && { announcement }) }
}
