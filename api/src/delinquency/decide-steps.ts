/**
 * Rules of delinquency plans as pure functions. The rules decide which step of an unpaid obligation is due. They also
 * decide whether a notice of cancellation is rescinded, is put on hold or takes effect. Amounts are integer cents.
 * Dates are `YYYY-MM-DD` at the insured property.
 */
import { addDays, getLaterDate } from '../calendar/days.ts'

/** Number of days for each step of a delinquency plan, and the minimum endorsement balance (DEL-1). */
export interface DelinquencyPlan {
  invoiceDaysBefore: number
  renewalInvoiceDaysBefore: number
  reminderDaysBefore: number
  pastDueNoticeDaysAfter: number
  /** Number of days for new business and renewals. */
  termCancellationDaysAfter: number
  /** Number of days for all other obligations. */
  otherCancellationDaysAfter: number
  /** Minimum endorsement balance that can cancel a policy (DEL-6). */
  minEndorsementCents: number
  /** Date of the first activation of any version. Undefined if no version was ever activated. */
  activatedOn: string | undefined
}

export type DelinquencyStep = 'invoice' | 'reminder' | 'pastDueNotice' | 'cancellationNotice'

/** Steps of an obligation, in order. */
const steps = ['invoice', 'reminder', 'pastDueNotice', 'cancellationNotice'] as const

export interface BilledObligation {
  obligationNo: number
  purpose: string
  payer: 'policyholder' | 'lienholder' | 'agency'
  /** Date on which the obligation was posted. Invoices are never sent before this date. */
  postedOn: string
  dueDate: string
  /** True if a returned payment moved the due date. */
  isDueAfterReturn?: boolean
  openCents: number
  /**
   * Date on which each step was carried out for this due date. If a returned payment moves the due date, the steps
   * start again.
   */
  done: Readonly<Partial<Record<DelinquencyStep, string>>>
}

/** Reasons that put a step or a notice on hold (DEL-5). If several apply, the first one is reported. */
const holdReasons = ['processing', 'disputed', 'moratorium', 'claim'] as const
export type HoldReason = (typeof holdReasons)[number]

export interface DelinquencyFacts {
  /** Whether the term is in force: not cancelled, pending cancel or expired. */
  isInForce: boolean
  /** Total of all processing payments, in cents. */
  processingCents: number
  isPaymentDisputed: boolean
  hasOpenClaim: boolean
  /** Whether staff released the hold that the open claim caused. */
  isClaimHoldReleased: boolean
  /** Whether a regulatory moratorium restricts cancellations at the property today. */
  isCancellationRestricted: boolean
  /** Whether a notice of cancellation is open. It demands all past-due amounts, so no second notice is sent. */
  hasOpenNotice: boolean
  /** Maximum open balance for which no step starts, in cents (DEL-4). */
  writeOffLimitCents: number
}

export type StepDecision =
  | { obligationNo: number; step: DelinquencyStep; plannedOn: string; outcome: 'due' }
  | { obligationNo: number; step: DelinquencyStep; plannedOn: string; outcome: 'hold'; reason: HoldReason }

/**
 * Returns the planned date of each step of an obligation (DEL-1). Lenders pay from an escrow account. They are
 * therefore invoiced as early as for a renewal, and the reminder is their second notice (DEL-15).
 */
export function getPlannedDates(
  { purpose, payer, postedOn, dueDate }: Pick<BilledObligation, 'purpose' | 'payer' | 'postedOn' | 'dueDate'>,
  plan: DelinquencyPlan,
): Record<DelinquencyStep, string> {
  const isLenderBilled = payer === 'lienholder'
  const invoiceDays = purpose === 'renewal' || isLenderBilled ? plan.renewalInvoiceDaysBefore : plan.invoiceDaysBefore
  const reminderDays = isLenderBilled ? plan.invoiceDaysBefore : plan.reminderDaysBefore
  const isTermPremium = purpose === 'newBusiness' || purpose === 'renewal'
  const cancellationDays = isTermPremium ? plan.termCancellationDaysAfter : plan.otherCancellationDaysAfter
  return {
    invoice: getLaterDate(postedOn, addDays(dueDate, -invoiceDays)),
    reminder: addDays(dueDate, -reminderDays),
    pastDueNotice: addDays(dueDate, plan.pastDueNoticeDaysAfter),
    cancellationNotice: addDays(dueDate, cancellationDays),
  }
}

/**
 * Returns the current step of an obligation: the latest step whose planned date has been reached. The past-due notice
 * is never skipped; the notice of cancellation follows on a later date (DEL-2).
 */
function getCurrentStep(obligation: BilledObligation, plan: DelinquencyPlan, today: string) {
  const planned = getPlannedDates(obligation, plan)
  const isPastDue = obligation.dueDate < today
  const reached = steps.filter((step) => planned[step] <= today)
  const pastDueOn = obligation.done.pastDueNotice
  const latest =
    reached.includes('cancellationNotice') && !(pastDueOn !== undefined && pastDueOn < today)
      ? 'pastDueNotice'
      : reached.at(-1)
  if (latest === undefined || obligation.done[latest] !== undefined) return undefined
  // After the due date, an invoice or a reminder would state a date that has passed. After a return, the email about the
  // return states the amount (DEL-25).
  if ((isPastDue || obligation.isDueAfterReturn) && (latest === 'invoice' || latest === 'reminder')) return undefined
  return { step: latest, plannedOn: planned[latest] }
}

/**
 * Returns the reason why the steps after the due date are on hold today (DEL-5). Returns undefined if there is no hold.
 */
export function getHoldReason(facts: DelinquencyFacts): HoldReason | undefined {
  const holds: Record<HoldReason, boolean> = {
    processing: facts.processingCents > 0,
    disputed: facts.isPaymentDisputed,
    moratorium: facts.isCancellationRestricted,
    claim: facts.hasOpenClaim && !facts.isClaimHoldReleased,
  }
  return holdReasons.find((reason) => holds[reason])
}

const sumOpen = (obligations: readonly BilledObligation[]) =>
  obligations.reduce((total, { openCents }) => total + openCents, 0)

/**
 * Returns the obligations to state in a notice of cancellation today. Includes all past-due obligations except arrears
 * from before the first activation (DEL-3).
 */
export const getDemandedObligations = <Row extends BilledObligation>(
  obligations: readonly Row[],
  { activatedOn }: Pick<DelinquencyPlan, 'activatedOn'>,
  today: string,
): Row[] =>
  obligations.filter(
    ({ openCents, dueDate }) =>
      openCents > 0 && dueDate < today && (activatedOn === undefined || dueDate >= activatedOn),
  )

/** Returns the total of the demanded obligations that have reached a step (DEL-4), in cents. */
const sumReached = (
  demanded: readonly BilledObligation[],
  step: DelinquencyStep,
  plan: DelinquencyPlan,
  today: string,
): number => sumOpen(demanded.filter((obligation) => getPlannedDates(obligation, plan)[step] <= today))

/** Returns whether the notice would demand only endorsement balances whose sum is below the plan's minimum (DEL-6). */
const isSmallEndorsementBalance = (demanded: readonly BilledObligation[], plan: DelinquencyPlan) =>
  demanded.every(({ purpose }) => purpose === 'endorsement') && sumOpen(demanded) < plan.minEndorsementCents

/** Returns the obligations that processing payments do not cover in full. */
function getUncoveredObligations<Row extends BilledObligation>(
  obligations: readonly Row[],
  { processingCents }: Pick<DelinquencyFacts, 'processingCents'>,
): Row[] {
  let leftCents = processingCents
  return obligations.filter(({ openCents }) => {
    const isCovered = openCents <= leftCents
    leftCents = Math.max(0, leftCents - openCents)
    return !isCovered
  })
}

/**
 * Returns the obligations for which a new payer gets an invoice at once (BIL-19): those that are due by a date and that
 * were not invoiced to this payer.
 */
export function getInvoicesForNewPayer<Row extends BilledObligation>(
  obligations: readonly Row[],
  facts: Pick<DelinquencyFacts, 'isInForce' | 'processingCents' | 'writeOffLimitCents'>,
  latestDueDate: string,
): Row[] {
  if (!facts.isInForce || sumOpen(obligations) <= facts.writeOffLimitCents) return []
  return getUncoveredObligations(obligations, facts).filter(
    ({ openCents, dueDate, done }) => openCents > 0 && dueDate <= latestDueDate && done.invoice === undefined,
  )
}

/**
 * Returns the steps of a policy that are due today or on hold, at most one for each obligation. The daily job, the dry
 * run and the preview of tomorrow all use this function.
 */
export function decideSteps(
  obligations: readonly BilledObligation[],
  facts: DelinquencyFacts,
  plan: DelinquencyPlan,
  today: string,
): StepDecision[] {
  const isSmall = sumOpen(obligations) <= facts.writeOffLimitCents
  if (!facts.isInForce || isSmall) return []
  const hold = getHoldReason(facts)
  const demanded = getDemandedObligations(obligations, plan, today)
  const uncovered = new Set(getUncoveredObligations(obligations, facts))
  return obligations.flatMap((obligation): StepDecision[] => {
    const { obligationNo, openCents, dueDate } = obligation
    // Arrears that are older than the first activation start no step (DEL-3).
    if (openCents === 0 || (plan.activatedOn !== undefined && dueDate < plan.activatedOn)) return []
    const current = getCurrentStep(obligation, plan, today)
    if (!current) return []
    const decided = { obligationNo, ...current }
    const isAfterDueDate = current.step === 'pastDueNotice' || current.step === 'cancellationNotice'
    if (!isAfterDueDate) return uncovered.has(obligation) ? [{ ...decided, outcome: 'due' }] : []
    // A small remainder of an older amount does not start the steps of an amount that has just become past due.
    const isSmallStep = sumReached(demanded, current.step, plan, today) <= facts.writeOffLimitCents
    if (facts.hasOpenNotice || isSmallStep) return []
    if (current.step === 'cancellationNotice' && isSmallEndorsementBalance(demanded, plan)) return []
    return [hold ? { ...decided, outcome: 'hold', reason: hold } : { ...decided, outcome: 'due' }]
  })
}

/** Notice days for a state, product and reason (DEL-7). */
export interface NoticePeriod {
  state: string
  /** Null for all products. */
  productId: number | null
  reason: 'pastDue' | 'notTaken'
  noticeDays: number
  isFlatAllowed: boolean
}

/**
 * Returns the notice days, and whether a flat cancellation is allowed. A row for the product takes precedence over a
 * row for all products.
 */
export function getNoticePeriod(
  periods: readonly NoticePeriod[],
  about: { state: string; productId: number; reason: NoticePeriod['reason'] },
  defaultNoticeDays: number,
): Pick<NoticePeriod, 'noticeDays' | 'isFlatAllowed'> {
  const matching = periods.filter(({ state, reason }) => state === about.state && reason === about.reason)
  const found =
    matching.find(({ productId }) => productId === about.productId) ??
    matching.find(({ productId }) => productId === null)
  return found ?? { noticeDays: defaultNoticeDays, isFlatAllowed: false }
}

/** Returns `notTaken` if no payment was ever received for the policy, otherwise `pastDue` (DEL-8). */
export const getDelinquencyReason = (receivedCents: number): NoticePeriod['reason'] =>
  receivedCents > 0 ? 'pastDue' : 'notTaken'

/**
 * Returns the date on which coverage ends (DEL-7). The notice period starts on the day after the last letter was
 * mailed, and coverage ends on the day after the notice period. Undefined while the mailing date of a letter is
 * missing.
 * @param mailedOn mailing date of each letter of the notice
 */
export function getNoticeEffectiveDate(mailedOn: readonly (string | null)[], noticeDays: number): string | undefined {
  if (mailedOn.length === 0) return undefined
  let last = ''
  for (const date of mailedOn) {
    if (date === null) return undefined
    last = getLaterDate(last, date)
  }
  return addDays(last, noticeDays + 1)
}

/** Returns the date to print on letters that are created today: the notice days plus time for printing (DEL-12). */
export const getPrintedDate = (today: string, noticeDays: number, printDays: number): string =>
  addDays(today, noticeDays + 1 + printDays)

export interface OpenNotice {
  /** Unpaid amount of the obligations in the notice, in cents. */
  openCents: number
  /** Date in the notice. Undefined while a mailing date is missing. */
  effectiveDate: string | undefined
  /** Last date on which the notice was on hold. */
  lastHeldOn: string | undefined
}

export type NoticeDecision =
  | { outcome: 'rescind' | 'close' | 'awaitMailing' | 'wait' }
  | { outcome: 'hold'; reason: HoldReason }
  | { outcome: 'cancel'; effectiveDate: string }

/** Returns the outcome for an open notice of cancellation today (DEL-9). */
export function decideNoticeOutcome(notice: OpenNotice, facts: DelinquencyFacts, today: string): NoticeDecision {
  if (!facts.isInForce) return { outcome: 'close' }
  if (notice.openCents <= facts.writeOffLimitCents) return { outcome: 'rescind' }
  const reason = getHoldReason(facts)
  if (reason) return { outcome: 'hold', reason }
  if (notice.effectiveDate === undefined) return { outcome: 'awaitMailing' }
  // Coverage never ends on a date on which the notice was on hold, only after the hold.
  const effectiveDate = notice.lastHeldOn
    ? getLaterDate(notice.effectiveDate, addDays(notice.lastHeldOn, 1))
    : notice.effectiveDate
  return today < effectiveDate ? { outcome: 'wait' } : { outcome: 'cancel', effectiveDate }
}
