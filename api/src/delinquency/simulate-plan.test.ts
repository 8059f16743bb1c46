import { describe, expect, it } from 'vitest'
import { type PolicyHistory, simulatePolicy } from './simulate-plan.ts'

const from = '2026-08-22'
const plan = {
  ...{ invoiceDaysBefore: 20, renewalInvoiceDaysBefore: 45, reminderDaysBefore: 7, pastDueNoticeDaysAfter: 5 },
  ...{ termCancellationDaysAfter: 30, otherCancellationDaysAfter: 10, minEndorsementCents: 0, activatedOn: from },
  ...{ defaultNoticeDays: 10, printDays: 5 },
}
const owed: PolicyHistory = {
  ...{ state: 'FL', productId: 1, endedOn: '2027-09-15', firstPaidOn: null },
  obligations: [
    {
      ...{ obligationNo: 1, purpose: 'newBusiness', postedOn: '2026-08-01', dueDate: '2026-09-15' },
      ...{ payer: 'policyholder', amountCents: 100_000 },
    },
  ],
  changes: [{ date: '2026-08-01', cents: 100_000 }],
}
const simulate = (history: Partial<PolicyHistory> = {}, to = '2026-11-20') =>
  simulatePolicy({ ...owed, ...history }, plan, [], { from, to, writeOffLimitCents: 500 })
const nothing = { invoice: 0, reminder: 0, pastDueNotice: 0, cancellationNotice: 0, rescinded: 0, cancelled: 0 }

describe('simulatePolicy', () => {
  it('counts each step once, and the cancellation on the date in the notice (DEL-14)', () => {
    const steps = { invoice: 1, reminder: 1, pastDueNotice: 1, cancellationNotice: 1, rescinded: 0 }
    // The notice of October 15 ends coverage after 10 notice days and 5 days for printing.
    expect(simulate({}, '2026-10-30')).toEqual({ ...steps, cancelled: 0 })
    expect(simulate({}, '2026-10-31')).toEqual({ ...steps, cancelled: 1 })
  })

  it.each([
    ['2026-09-07', { ...nothing, invoice: 1 }],
    ['2026-09-08', { ...nothing, invoice: 1, reminder: 1 }],
    ['2026-09-20', { ...nothing, invoice: 1, reminder: 1, pastDueNotice: 1 }],
    ['2026-10-30', { ...nothing, invoice: 1, reminder: 1, pastDueNotice: 1, cancellationNotice: 1, rescinded: 1 }],
  ])('starts no step after a payment on %s (DEL-14)', (date, expected) => {
    const changes = [...owed.changes, { date, cents: -100_000 }]
    expect(simulate({ changes, firstPaidOn: date })).toEqual(expected)
  })

  it('starts no step for amounts that were due before the simulated period (DEL-3)', () => {
    const obligations = owed.obligations.map((one) => ({ ...one, dueDate: '2026-08-21' }))
    expect(simulate({ obligations })).toEqual(nothing)
  })

  it('stops on the date when coverage ends', () => {
    expect(simulate({ endedOn: '2026-08-26' })).toEqual(nothing)
    expect(simulate({ endedOn: '2026-08-27' })).toEqual({ ...nothing, invoice: 1 })
  })

  it('counts the letters to a lender that pays the premium (DEL-15)', () => {
    const obligations = owed.obligations.map((one) => ({ ...one, payer: 'lienholder' as const }))
    expect(simulate({ obligations }, '2026-09-20')).toEqual({ ...nothing, invoice: 1, reminder: 1, pastDueNotice: 1 })
  })

  it('applies payments to the oldest amounts first', () => {
    const second = { ...owed.obligations[0], obligationNo: 2, purpose: 'installment', dueDate: '2026-10-15' } as const
    const obligations = [...owed.obligations, second as PolicyHistory['obligations'][number]]
    const changes = [
      { date: '2026-08-01', cents: 200_000 },
      { date: '2026-09-01', cents: -100_000 },
    ]
    expect(simulate({ obligations, changes, firstPaidOn: '2026-09-01' }, '2026-10-25')).toEqual({
      ...{ invoice: 2, reminder: 1, pastDueNotice: 1, cancellationNotice: 1, rescinded: 0, cancelled: 0 },
    })
  })

  it('uses the notice days of the state for past-due and not-taken policies (DEL-7)', () => {
    const periods = [
      { state: 'FL', productId: null, reason: 'notTaken' as const, noticeDays: 12, isFlatAllowed: false },
      { state: 'FL', productId: null, reason: 'pastDue' as const, noticeDays: 11, isFlatAllowed: false },
    ]
    const cancelledBy = (to: string, firstPaidOn: string | null) =>
      simulatePolicy({ ...owed, firstPaidOn }, plan, periods, { from, to, writeOffLimitCents: 500 }).cancelled
    expect([cancelledBy('2026-11-01', null), cancelledBy('2026-11-02', null)]).toEqual([0, 1])
    expect([cancelledBy('2026-10-31', '2026-08-10'), cancelledBy('2026-11-01', '2026-08-10')]).toEqual([0, 1])
  })
})
