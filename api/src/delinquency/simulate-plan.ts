/** Simulation of a delinquency plan for a past period, as a pure function of a policy's obligations and balances. */
import { addDays } from '../calendar/days.ts'
import {
  type BilledObligation,
  type DelinquencyPlan,
  type DelinquencyStep,
  decideSteps,
  getDemandedObligations,
  getNoticePeriod,
  getPrintedDate,
  type NoticePeriod,
} from './decide-steps.ts'

interface PastObligation extends Pick<BilledObligation, 'obligationNo' | 'purpose' | 'payer' | 'postedOn' | 'dueDate'> {
  amountCents: number
}

/** A policy's amount due on each date, for the simulation. Dates are at the insured property. */
export interface PolicyHistory {
  state: string
  productId: number
  /** First date without coverage. */
  endedOn: string
  /** Date of the first payment. Null if nothing was ever paid. */
  firstPaidOn: string | null
  /** Obligations in the order of payment. */
  obligations: readonly PastObligation[]
  /** Changes of the amount due, in date order. */
  changes: readonly { date: string; cents: number }[]
}

export interface SimulatedPlan extends DelinquencyPlan {
  defaultNoticeDays: number
  printDays: number
}

export interface SimulatedSteps {
  invoice: number
  reminder: number
  pastDueNotice: number
  cancellationNotice: number
  rescinded: number
  cancelled: number
}

/** Returns each obligation's open amount on a date. Payments cover the obligations in the order of payment (BIL-5). */
function getOpenObligations(
  obligations: readonly PastObligation[],
  dueCents: number,
  date: string,
): (PastObligation & { openCents: number })[] {
  let uncovered = dueCents
  return obligations
    .filter(({ postedOn }) => postedOn <= date)
    .toReversed()
    .map((obligation) => {
      const openCents = Math.max(0, Math.min(obligation.amountCents, uncovered))
      uncovered -= openCents
      return { ...obligation, openCents }
    })
    .toReversed()
}

/**
 * Counts the steps that a plan would have started for a policy in a period. Assumes that letters are mailed on the date
 * of the notice. Ignores holds and the daily cap.
 */
export function simulatePolicy(
  history: PolicyHistory,
  plan: SimulatedPlan,
  periods: readonly NoticePeriod[],
  { from, to, writeOffLimitCents }: { from: string; to: string; writeOffLimitCents: number },
): SimulatedSteps {
  const counts = { invoice: 0, reminder: 0, pastDueNotice: 0, cancellationNotice: 0, rescinded: 0, cancelled: 0 }
  const done = new Map<number, Partial<Record<DelinquencyStep, string>>>()
  const changes = [...history.changes]
  let dueCents = 0
  let notice: { obligationNos: ReadonlySet<number>; effectiveDate: string } | undefined
  for (let day = from; day <= to && day < history.endedOn; day = addDays(day, 1)) {
    // A change of the amount due counts from the next date on.
    while (changes[0] && changes[0].date < day) dueCents += changes.shift()?.cents ?? 0
    const obligations = getOpenObligations(history.obligations, dueCents, day)
    if (notice) {
      const { obligationNos, effectiveDate } = notice
      const demanded = obligations.filter(({ obligationNo }) => obligationNos.has(obligationNo))
      if (demanded.reduce((total, { openCents }) => total + openCents, 0) <= writeOffLimitCents) {
        counts.rescinded += 1
        notice = undefined
      } else if (day >= effectiveDate) {
        counts.cancelled += 1
        return counts
      }
    }
    if (dueCents <= writeOffLimitCents) continue
    const billed = obligations.map((one) => ({ ...one, done: done.get(one.obligationNo) ?? {} }))
    const facts = {
      ...{ isInForce: true, processingCents: 0, isPaymentDisputed: false, hasOpenClaim: false },
      ...{ isClaimHoldReleased: false, isCancellationRestricted: false, hasOpenNotice: notice !== undefined },
      writeOffLimitCents,
    }
    const steps = decideSteps(billed, facts, plan, day)
    for (const { obligationNo, step } of steps) {
      done.set(obligationNo, { ...done.get(obligationNo), [step]: day })
      if (step !== 'cancellationNotice') counts[step] += 1
    }
    if (steps.some(({ step }) => step === 'cancellationNotice')) {
      counts.cancellationNotice += 1
      const reason = history.firstPaidOn !== null && history.firstPaidOn < day ? 'pastDue' : 'notTaken'
      const { noticeDays } = getNoticePeriod(periods, { ...history, reason }, plan.defaultNoticeDays)
      notice = {
        obligationNos: new Set(getDemandedObligations(billed, plan, day).map(({ obligationNo }) => obligationNo)),
        effectiveDate: getPrintedDate(day, noticeDays, plan.printDays),
      }
    }
  }
  return counts
}
