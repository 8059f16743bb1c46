import { addDays } from '@tideline/api/calendar/days.ts'
import {
  type BilledObligation,
  type DelinquencyFacts,
  type DelinquencyStep,
  decideNoticeOutcome,
  decideSteps,
  getDemandedObligations,
  getNoticeEffectiveDate,
  getPlannedDates,
} from '@tideline/api/delinquency/decide-steps.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getRunCount } from '../support/thorough.ts'

const start = '2026-01-01'
const noticeDays = 10
const plan = {
  ...{ invoiceDaysBefore: 20, renewalInvoiceDaysBefore: 45, reminderDaysBefore: 7, pastDueNoticeDaysAfter: 5 },
  ...{ termCancellationDaysAfter: 30, otherCancellationDaysAfter: 10, minEndorsementCents: 5000 },
  activatedOn: addDays(start, 30),
}

const obligations = fc.array(
  fc.record({
    purpose: fc.constantFrom('newBusiness', 'renewal', 'installment', 'endorsement', 'returnedPayment'),
    dueIn: fc.integer({ min: 0, max: 100 }),
    openCents: fc.integer({ min: 1, max: 20_000 }),
  }),
  { minLength: 1, maxLength: 4 },
)
const change = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ kind: fc.constant('submit' as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ kind: fc.constantFrom('settle', 'return', 'dispute', 'claim', 'releaseClaim', 'moratorium', 'mail') }),
)
const changes = fc.array(fc.record({ day: fc.integer({ min: 0, max: 199 }), change }), { maxLength: 40 })

/** Returns the reason why notices and cancellations are on hold (DEL-5). Repeats the rule, so that an error in the code is noticed. */
function getModelHold(facts: DelinquencyFacts): string | undefined {
  if (facts.processingCents > 0) return 'money is processing'
  if (facts.isPaymentDisputed) return 'a payment is disputed'
  if (facts.isCancellationRestricted) return 'a moratorium applies'
  return facts.hasOpenClaim && !facts.isClaimHoldReleased ? 'a claim is open' : undefined
}

interface ModelNotice {
  obligationNos: number[]
  mailedOn: string | null
  lastHeldOn: string | undefined
}

/** A policy whose days are processed as the daily job processes them. */
class DelinquentPolicy {
  readonly obligations: (BilledObligation & { done: Partial<Record<DelinquencyStep, string>> })[]
  readonly facts: DelinquencyFacts = {
    ...{ isInForce: true, processingCents: 0, isPaymentDisputed: false, hasOpenClaim: false },
    ...{ isClaimHoldReleased: false, isCancellationRestricted: false, hasOpenNotice: false, writeOffLimitCents: 500 },
  }
  notice: ModelNotice | undefined

  constructor(billed: { purpose: string; dueIn: number; openCents: number }[]) {
    this.obligations = billed.map(({ purpose, dueIn, openCents }, index) => ({
      ...{
        obligationNo: index + 1,
        purpose,
        payer: 'policyholder' as const,
        openCents,
        postedOn: start,
        dueDate: addDays(start, dueIn),
        done: {},
      },
    }))
  }

  pay(cents: number) {
    let left = cents
    for (const obligation of this.obligations.toSorted((one, other) => one.dueDate.localeCompare(other.dueDate))) {
      const part = Math.min(left, obligation.openCents)
      obligation.openCents -= part
      left -= part
    }
  }

  change(event: { kind: string; cents?: number }, today: string) {
    const { facts } = this
    if (event.kind === 'pay') this.pay(event.cents ?? 0)
    if (event.kind === 'submit') facts.processingCents += event.cents ?? 0
    if (event.kind === 'settle') this.pay(facts.processingCents)
    if (event.kind === 'settle' || event.kind === 'return') facts.processingCents = 0
    if (event.kind === 'dispute') facts.isPaymentDisputed = !facts.isPaymentDisputed
    if (event.kind === 'claim') facts.hasOpenClaim = !facts.hasOpenClaim
    if (event.kind === 'releaseClaim') facts.isClaimHoldReleased = !facts.isClaimHoldReleased
    if (event.kind === 'moratorium') facts.isCancellationRestricted = !facts.isCancellationRestricted
    if (event.kind === 'mail' && this.notice) this.notice.mailedOn ??= today
  }

  /** Processes a day and returns how often something changed. */
  runDay(today: string): number {
    const noticeChanges = this.runNotice(today)
    const steps = this.facts.isInForce ? this.runSteps(today) : 0
    return noticeChanges + steps
  }

  private runNotice(today: string): number {
    const { notice } = this
    if (!notice) return 0
    const demanded = this.obligations.filter(({ obligationNo }) => notice.obligationNos.includes(obligationNo))
    const openCents = demanded.reduce((total, obligation) => total + obligation.openCents, 0)
    const effectiveDate = getNoticeEffectiveDate([notice.mailedOn], noticeDays)
    const decision = decideNoticeOutcome({ openCents, effectiveDate, lastHeldOn: notice.lastHeldOn }, this.facts, today)
    if (decision.outcome === 'hold') {
      const isRecorded = notice.lastHeldOn === today
      notice.lastHeldOn = today
      return isRecorded ? 0 : 1
    }
    if (decision.outcome === 'cancel') {
      const hold = getModelHold(this.facts)
      expect(hold, `nothing is cancelled while ${hold}`).toBeUndefined()
      expect(openCents, 'nothing is cancelled after payment').toBeGreaterThan(500)
      expect(notice.mailedOn, 'nothing is cancelled without a mailing date').not.toBeNull()
      const earliest = addDays(notice.mailedOn ?? today, noticeDays)
      expect(today > earliest, 'the notice period has passed').toBe(true)
      expect(decision.effectiveDate > earliest, 'coverage does not end before the date in the notice').toBe(true)
      expect(decision.effectiveDate > (notice.lastHeldOn ?? ''), 'coverage continues during a hold').toBe(true)
      expect(decision.effectiveDate <= today, 'coverage does not end early').toBe(true)
      this.facts.isInForce = false
    }
    if (decision.outcome !== 'rescind' && decision.outcome !== 'cancel') return 0
    this.notice = undefined
    this.facts.hasOpenNotice = false
    return 1
  }

  private runSteps(today: string): number {
    const due = decideSteps(this.obligations, this.facts, plan, today).filter(({ outcome }) => outcome === 'due')
    for (const { obligationNo, step, plannedOn } of due) {
      const obligation = this.obligations[obligationNo - 1] as (typeof this.obligations)[number]
      expect(getPlannedDates(obligation, plan)[step]).toBe(plannedOn)
      expect(plannedOn <= today, 'no step happens before its date').toBe(true)
      expect(obligation.openCents, 'no step happens after payment').toBeGreaterThan(0)
      // The caller checks a repeated run on the same day.
      expect([undefined, today], 'no step happens on two days').toContain(obligation.done[step])
      const hold = step === 'pastDueNotice' || step === 'cancellationNotice' ? getModelHold(this.facts) : undefined
      expect(hold, `no notice is sent while ${hold}`).toBeUndefined()
      expect(obligation.dueDate >= plan.activatedOn, 'older arrears start no step').toBe(true)
      obligation.done[step] = today
    }
    if (due.some(({ step }) => step === 'cancellationNotice')) {
      const demanded = getDemandedObligations(this.obligations, plan, today)
      const obligationNos = demanded.map(({ obligationNo }) => obligationNo)
      this.notice = { obligationNos, mailedOn: null, lastHeldOn: undefined }
      this.facts.hasOpenNotice = true
    }
    return due.length
  }
}

describe('delinquency of a policy [DEL-1]', () => {
  test('follows the plan in random histories, even if a day is processed twice (DEL-2)', {
    timeout: 120_000,
  }, () => {
    let cancelled = 0
    fc.assert(
      fc.property(obligations, changes, (billed, changesByDay) => {
        const policy = new DelinquentPolicy(billed)
        for (let day = 0; day < 200; day += 1) {
          const today = addDays(start, day)
          for (const one of changesByDay) if (one.day === day) policy.change(one.change, today)
          policy.runDay(today)
          expect(policy.runDay(today), 'rerunning a day changes nothing').toBe(0)
        }
        if (!policy.facts.isInForce) cancelled += 1
      }),
      { numRuns: getRunCount(10_000) },
    )
    expect(cancelled, 'some histories reach the cancellation').toBeGreaterThan(0)
  })
})
