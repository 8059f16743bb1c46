import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar/days.ts'
import {
  type BilledObligation,
  type DelinquencyFacts,
  type DelinquencyPlan,
  decideNoticeOutcome,
  decideSteps,
  getDelinquencyReason,
  getDemandedObligations,
  getHoldReason,
  getNoticeEffectiveDate,
  getNoticePeriod,
  getPlannedDates,
  type NoticePeriod,
  type OpenNotice,
} from './decide-steps.ts'

const plan: DelinquencyPlan = {
  invoiceDaysBefore: 20,
  renewalInvoiceDaysBefore: 45,
  reminderDaysBefore: 7,
  pastDueNoticeDaysAfter: 5,
  termCancellationDaysAfter: 30,
  otherCancellationDaysAfter: 10,
  minEndorsementCents: 5000,
  activatedOn: '2026-01-01',
}
const due = '2026-06-30'
const buildObligation = (more: Partial<BilledObligation> = {}): BilledObligation => ({
  obligationNo: 1,
  purpose: 'installment',
  payer: 'policyholder',
  postedOn: '2026-01-15',
  dueDate: due,
  openCents: 10_000,
  done: {},
  ...more,
})
const facts: DelinquencyFacts = {
  isInForce: true,
  processingCents: 0,
  isPaymentDisputed: false,
  hasOpenClaim: false,
  isClaimHoldReleased: false,
  isCancellationRestricted: false,
  hasOpenNotice: false,
  writeOffLimitCents: 500,
}
/** Returns the steps on a date, counted from the due date. */
const decide = (
  days: number,
  obligation: Partial<BilledObligation> = {},
  more: Partial<DelinquencyFacts> = {},
  changed: Partial<DelinquencyPlan> = {},
) =>
  decideSteps([buildObligation(obligation)], { ...facts, ...more }, { ...plan, ...changed }, addDays(due, days)).map(
    (decision) => (decision.outcome === 'due' ? decision.step : `${decision.step} ${decision.reason}`),
  )
const pastDueSent = { done: { pastDueNotice: addDays(due, 5) } }

describe('getPlannedDates', () => {
  it('schedules each step by the day counts in the plan (DEL-1)', () => {
    expect(getPlannedDates(buildObligation(), plan)).toEqual({
      invoice: '2026-06-10',
      reminder: '2026-06-23',
      pastDueNotice: '2026-07-05',
      cancellationNotice: '2026-07-10',
    })
  })

  it('schedules the lender invoice 45 days and the second notice 20 days before the due date (DEL-15)', () => {
    expect(getPlannedDates(buildObligation({ payer: 'lienholder' }), plan)).toMatchObject({
      invoice: '2026-05-16',
      reminder: '2026-06-10',
      pastDueNotice: '2026-07-05',
    })
  })

  it.each(['newBusiness', 'renewal'])(
    'schedules the notice of cancellation 30 days after the due date for %s',
    (purpose) => {
      expect(getPlannedDates(buildObligation({ purpose }), plan).cancellationNotice).toBe('2026-07-30')
    },
  )

  it('schedules the invoice for a renewal 45 days before the due date', () => {
    expect(getPlannedDates(buildObligation({ purpose: 'renewal' }), plan).invoice).toBe('2026-05-16')
  })

  it('schedules the invoice immediately if the obligation is posted after the planned date', () => {
    expect(getPlannedDates(buildObligation({ postedOn: '2026-06-12' }), plan).invoice).toBe('2026-06-12')
  })
})

describe('decideSteps', () => {
  it('starts each step on its planned date, never earlier (DEL-1)', () => {
    expect(decide(-21)).toEqual([])
    expect(decide(-20)).toEqual(['invoice'])
    expect(decide(-8)).toEqual(['invoice'])
    expect(decide(-7)).toEqual(['reminder'])
    expect(decide(4)).toEqual([])
    expect(decide(5)).toEqual(['pastDueNotice'])
    expect(decide(9, pastDueSent)).toEqual([])
    expect(decide(10, pastDueSent)).toEqual(['cancellationNotice'])
  })

  it('starts no step twice for the same due date (DEL-2)', () => {
    expect(decide(-20, { done: { invoice: addDays(due, -20) } })).toEqual([])
    expect(decide(10, { done: { ...pastDueSent.done, cancellationNotice: addDays(due, 10) } })).toEqual([])
  })

  it('sends no invoice or reminder after the due date (DEL-2)', () => {
    expect(decide(0)).toEqual(['reminder'])
    expect(decide(1)).toEqual([])
  })

  it('starts again with the past-due notice after a returned payment (DEL-25)', () => {
    expect(decide(0, { isDueAfterReturn: true })).toEqual([])
    expect(decide(5, { isDueAfterReturn: true })).toEqual(['pastDueNotice'])
  })

  it('sends the past-due notice at least one day before the notice of cancellation (DEL-2)', () => {
    expect(decide(40)).toEqual(['pastDueNotice'])
    expect(decide(40, { done: { pastDueNotice: addDays(due, 40) } })).toEqual([])
    expect(decide(41, { done: { pastDueNotice: addDays(due, 40) } })).toEqual(['cancellationNotice'])
  })

  it('starts no step for an obligation that was due before the plan was activated (DEL-3)', () => {
    expect(decide(5, {}, {}, { activatedOn: addDays(due, 1) })).toEqual([])
    expect(decide(5, {}, {}, { activatedOn: due })).toEqual(['pastDueNotice'])
    expect(decide(5, {}, {}, { activatedOn: undefined })).toEqual(['pastDueNotice'])
  })

  it('starts no step for a paid obligation or a balance within the write-off limit (DEL-4)', () => {
    expect(decide(5, { openCents: 0 })).toEqual([])
    expect(decide(5, { openCents: 500 })).toEqual([])
    expect(decide(5, { openCents: 501 })).toEqual(['pastDueNotice'])
  })

  it('ignores amounts due later when it compares the past-due amount with the write-off limit (DEL-4)', () => {
    const other = buildObligation({ obligationNo: 2, dueDate: addDays(due, 90) })
    const decideBoth = (openCents: number) =>
      decideSteps([buildObligation({ openCents }), other], facts, plan, addDays(due, 5)).map(({ step }) => step)
    expect(decideBoth(500)).toEqual([])
    expect(decideBoth(501)).toEqual(['pastDueNotice'])
  })

  it('does not start the steps of an amount earlier because a small remainder of an older amount is past due (DEL-4)', () => {
    const remainder = buildObligation({ openCents: 361, done: { pastDueNotice: addDays(due, 35) } })
    const decideBoth = (days: number, done: BilledObligation['done'] = {}) => {
      const installment = buildObligation({ obligationNo: 2, dueDate: addDays(due, 30), done })
      return decideSteps([remainder, installment], facts, plan, addDays(due, days)).map(
        ({ obligationNo, step }) => `${step} ${obligationNo}`,
      )
    }
    expect(decideBoth(31)).toEqual([])
    expect(decideBoth(34)).toEqual([])
    expect(decideBoth(35)).toEqual(['pastDueNotice 2'])
    expect(decideBoth(39, { pastDueNotice: addDays(due, 35) })).toEqual([])
    expect(decideBoth(40, { pastDueNotice: addDays(due, 35) })).toEqual([
      'cancellationNotice 1',
      'cancellationNotice 2',
    ])
  })

  it('sends the past-due notice of a small remainder together with that of a later amount (DEL-4)', () => {
    const both = [buildObligation({ openCents: 361 }), buildObligation({ obligationNo: 2, dueDate: addDays(due, 30) })]
    const decideBoth = (days: number) => decideSteps(both, facts, plan, addDays(due, days)).map(({ step }) => step)
    expect(decideBoth(34)).toEqual([])
    expect(decideBoth(35)).toEqual(['pastDueNotice', 'pastDueNotice'])
  })

  it('starts no step for a paid obligation while another obligation is unpaid', () => {
    const other = buildObligation({ obligationNo: 2, dueDate: addDays(due, 90) })
    expect(decideSteps([buildObligation({ openCents: 0 }), other], facts, plan, addDays(due, 5))).toEqual([])
  })

  it('starts no step for a policy that is not in force', () => {
    expect(decide(5, {}, { isInForce: false })).toEqual([])
  })

  it('sends no invoice or reminder for an obligation covered by a processing payment', () => {
    expect(decide(-20, {}, { processingCents: 10_000 })).toEqual([])
    expect(decide(-20, {}, { processingCents: 9999 })).toEqual(['invoice'])
    const both = [buildObligation(), buildObligation({ obligationNo: 2 })]
    const decided = decideSteps(both, { ...facts, processingCents: 10_000 }, plan, addDays(due, -20))
    expect(decided.map(({ obligationNo }) => obligationNo)).toEqual([2])
  })

  it('puts only steps after the due date on hold (DEL-5)', () => {
    expect(decide(5, {}, { hasOpenClaim: true })).toEqual(['pastDueNotice claim'])
    expect(decide(10, pastDueSent, { isPaymentDisputed: true })).toEqual(['cancellationNotice disputed'])
    expect(decide(-7, {}, { hasOpenClaim: true })).toEqual(['reminder'])
  })

  it('starts only steps before the due date while a notice of cancellation is open', () => {
    expect(decide(5, {}, { hasOpenNotice: true })).toEqual([])
    expect(decide(-7, {}, { hasOpenNotice: true })).toEqual(['reminder'])
  })

  it('sends no notice of cancellation for an endorsement balance below the minimum (DEL-6)', () => {
    const endorsement = { ...pastDueSent, purpose: 'endorsement' }
    expect(decide(10, { ...endorsement, openCents: 4999 })).toEqual([])
    expect(decide(10, { ...endorsement, openCents: 5000 })).toEqual(['cancellationNotice'])
    expect(decide(10, { ...pastDueSent, openCents: 4999 })).toEqual(['cancellationNotice'])
    expect(decide(5, { purpose: 'endorsement', openCents: 4999 })).toEqual(['pastDueNotice'])
  })

  it('counts only past-due endorsement balances toward the minimum (DEL-6)', () => {
    const endorsement = buildObligation({ ...pastDueSent, purpose: 'endorsement', openCents: 4999 })
    const other = (more: Partial<BilledObligation>) => buildObligation({ obligationNo: 2, openCents: 1000, ...more })
    const decideBoth = (more: Partial<BilledObligation>) =>
      decideSteps([endorsement, other(more)], facts, plan, addDays(due, 10)).map(({ step }) => step)
    expect(decideBoth({ dueDate: addDays(due, 90) })).toEqual([])
    expect(decideBoth({ dueDate: addDays(due, 10), done: { reminder: due } })).toEqual([])
    expect(decideBoth({ dueDate: addDays(due, 9), done: { reminder: due } })).toEqual(['cancellationNotice'])
    expect(decideBoth({ purpose: 'endorsement', openCents: 1000, done: pastDueSent.done })).toHaveLength(2)
  })

  it('returns the planned date with each step', () => {
    expect(decideSteps([buildObligation()], facts, plan, addDays(due, 6))).toEqual([
      { obligationNo: 1, step: 'pastDueNotice', plannedOn: addDays(due, 5), outcome: 'due' },
    ])
  })
})

describe('getDemandedObligations', () => {
  it('returns open past-due obligations that became due on or after plan activation (DEL-3)', () => {
    const dates = [addDays(due, -1), due, addDays(due, 4), addDays(due, 5)]
    const billed = dates.map((dueDate, index) => buildObligation({ obligationNo: index + 1, dueDate }))
    const find = (activatedOn: string | undefined) =>
      getDemandedObligations(billed, { activatedOn }, addDays(due, 5)).map(({ obligationNo }) => obligationNo)
    expect(find(due)).toEqual([2, 3])
    expect(find(undefined)).toEqual([1, 2, 3])
    expect(getDemandedObligations([buildObligation({ openCents: 0 })], plan, addDays(due, 5))).toEqual([])
  })
})

describe('getHoldReason', () => {
  it('returns the reason why steps are on hold (DEL-5)', () => {
    expect(getHoldReason(facts)).toBeUndefined()
    expect(getHoldReason({ ...facts, processingCents: 1 })).toBe('processing')
    expect(getHoldReason({ ...facts, isPaymentDisputed: true })).toBe('disputed')
    expect(getHoldReason({ ...facts, isCancellationRestricted: true })).toBe('moratorium')
    expect(getHoldReason({ ...facts, hasOpenClaim: true })).toBe('claim')
  })

  it('returns no hold for an open claim if staff released the hold', () => {
    expect(getHoldReason({ ...facts, hasOpenClaim: true, isClaimHoldReleased: true })).toBeUndefined()
  })
})

describe('getNoticePeriod', () => {
  const periods: NoticePeriod[] = [
    { state: 'NY', productId: null, reason: 'pastDue', noticeDays: 15, isFlatAllowed: false },
    { state: 'NY', productId: 6, reason: 'pastDue', noticeDays: 20, isFlatAllowed: false },
    { state: 'NY', productId: null, reason: 'notTaken', noticeDays: 12, isFlatAllowed: true },
  ]
  const find = (state: string, productId: number, reason: NoticePeriod['reason']) =>
    getNoticePeriod(periods, { state, productId, reason }, 10)

  it('prefers the product row over the state row, and uses the default if neither exists (DEL-7)', () => {
    expect(find('NY', 1, 'pastDue').noticeDays).toBe(15)
    expect(find('NY', 6, 'pastDue').noticeDays).toBe(20)
    expect(find('NY', 6, 'notTaken')).toMatchObject({ noticeDays: 12, isFlatAllowed: true })
    expect(find('NJ', 1, 'notTaken')).toEqual({ noticeDays: 10, isFlatAllowed: false })
  })
})

describe('getDelinquencyReason', () => {
  it('returns notTaken only if nothing was ever paid (DEL-8)', () => {
    expect(getDelinquencyReason(0)).toBe('notTaken')
    expect(getDelinquencyReason(1)).toBe('pastDue')
  })
})

describe('getNoticeEffectiveDate', () => {
  it('returns the day after the full notice period, counted from the last mailing (DEL-7)', () => {
    expect(getNoticeEffectiveDate(['2026-07-11', '2026-07-10'], 10)).toBe('2026-07-22')
  })

  it('returns undefined while any letter has no mailing date (DEL-7)', () => {
    expect(getNoticeEffectiveDate(['2026-07-11', null], 10)).toBeUndefined()
    expect(getNoticeEffectiveDate([], 10)).toBeUndefined()
  })
})

describe('decideNoticeOutcome', () => {
  const notice: OpenNotice = { openCents: 10_000, effectiveDate: '2026-07-22', lastHeldOn: undefined }
  const decideOn = (today: string, more: Partial<OpenNotice> = {}, changed: Partial<DelinquencyFacts> = {}) =>
    decideNoticeOutcome({ ...notice, ...more }, { ...facts, hasOpenNotice: true, ...changed }, today)

  it('cancels the policy on the date in the notice, never earlier (DEL-9)', () => {
    expect(decideOn('2026-07-21')).toEqual({ outcome: 'wait' })
    expect(decideOn('2026-07-22')).toEqual({ outcome: 'cancel', effectiveDate: '2026-07-22' })
  })

  it('uses the date in the notice as the cancellation date if the job runs late', () => {
    expect(decideOn('2026-07-25')).toEqual({ outcome: 'cancel', effectiveDate: '2026-07-22' })
  })

  it('moves the cancellation date to the day after a hold that outlasts the notice period (DEL-9)', () => {
    expect(decideOn('2026-07-25', { lastHeldOn: '2026-07-24' })).toEqual({
      outcome: 'cancel',
      effectiveDate: '2026-07-25',
    })
    expect(decideOn('2026-07-22', { lastHeldOn: '2026-07-15' })).toMatchObject({ effectiveDate: '2026-07-22' })
    expect(decideOn('2026-07-24', { lastHeldOn: '2026-07-24' })).toEqual({ outcome: 'wait' })
  })

  it('rescinds a notice once its amount is paid, even while another payment is processing (DEL-9)', () => {
    expect(decideOn('2026-07-22', { openCents: 0 }, { processingCents: 1 })).toEqual({ outcome: 'rescind' })
    expect(decideOn('2026-07-22', { openCents: 500 })).toEqual({ outcome: 'rescind' })
    expect(decideOn('2026-07-22', { openCents: 501 })).toMatchObject({ outcome: 'cancel' })
  })

  it('does not cancel the policy while a mailing date is missing or the notice is on hold', () => {
    expect(decideOn('2026-09-01', { effectiveDate: undefined })).toEqual({ outcome: 'awaitMailing' })
    expect(decideOn('2026-07-22', {}, { processingCents: 1 })).toEqual({ outcome: 'hold', reason: 'processing' })
  })

  it('closes the notice if the policy is no longer in force', () => {
    expect(decideOn('2026-07-22', { openCents: 0 }, { isInForce: false })).toEqual({ outcome: 'close' })
  })
})
