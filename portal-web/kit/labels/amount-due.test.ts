import { describe, expect, it } from 'vitest'
import { type AmountDueFields, describeAmountDue, describeDeadlines, describeDueDate } from './amount-due.ts'

const today = '2026-11-20'
const policy = (changes: Partial<AmountDueFields> = {}): AmountDueFields => ({
  ...{ totalDue: 1319.76, currentlyDue: 1319.76, payableAmount: 1319.76, dueDate: '2026-12-15', dueState: 'due' },
  ...{ isPaymentProcessing: false, processingAmount: 0, isBilledToLender: false },
  ...changes,
})
const upcoming = { currentlyDue: 0, payableAmount: 104.5, dueDate: '2027-01-16', dueState: 'upcoming' } as const
const pastDue = { dueDate: '2026-11-01', dueState: 'pastDue' } as const
const processing = { isPaymentProcessing: true, dueState: 'processing' } as const

describe('describeDueDate', () => {
  it.each([
    [{ dueDate: '2026-12-15', dueState: 'due' }, 'due by 12/15/2026'],
    [{ dueDate: today, dueState: 'due' }, 'due today'],
    [{ dueDate: '2026-11-01', dueState: 'pastDue' }, 'past due since 11/01/2026'],
  ] as const)('describes %j as "%s" (UI-9)', (due, text) => {
    expect(describeDueDate(due, today)).toBe(text)
  })
})

describe('describeAmountDue', () => {
  it.each([
    [{}, 'Amount due by 12/15/2026', '$1,319.76 due by 12/15/2026', 'due', 'warning'],
    [{ dueDate: today }, 'Amount due today', '$1,319.76 due today', 'due', 'warning'],
    [pastDue, 'Past due since 11/01/2026', '$1,319.76 past due since 11/01/2026', 'pastDue', 'danger'],
    [upcoming, 'Next amount due by 01/16/2027', '$104.50 due by 01/16/2027', 'upcoming', 'neutral'],
    [
      { ...processing, payableAmount: 0, processingAmount: 1319.76 },
      'Payment processing',
      '$1,319.76 payment processing',
      'processing',
      'info',
    ],
    [
      { ...processing, payableAmount: 1000, processingAmount: 319.76, dueState: 'due' },
      'Amount due by 12/15/2026',
      '$1,000.00 due by 12/15/2026',
      'due',
      'warning',
    ],
    [
      { isBilledToLender: true },
      'Billed to the lender, due by 12/15/2026',
      '$1,319.76 billed to the lender, due by 12/15/2026',
      'due',
      'neutral',
    ],
    [
      { isBilledToLender: true, ...pastDue },
      'Billed to the lender, past due since 11/01/2026',
      '$1,319.76 billed to the lender, past due since 11/01/2026',
      'pastDue',
      'danger',
    ],
    [
      { totalDue: -412.18, currentlyDue: 0, payableAmount: 0 },
      'To be refunded',
      '$412.18 to be refunded',
      'credit',
      'info',
    ],
  ] as const)('describes a policy with %j as "%s" (UI-9)', (changes, label, text, state, tone) => {
    expect(describeAmountDue(policy(changes), { today })).toMatchObject({ label, text, state, tone })
  })

  it('uses "your lender" for a policyholder whose lender is billed', () => {
    const due = describeAmountDue(policy({ isBilledToLender: true }), { today, isInsured: true })
    expect(due?.label).toBe('Billed to your lender, due by 12/15/2026')
  })

  const charge = { date: '2026-12-20', amount: 110.5, isCard: true, lastFourDigits: '4242' }
  it.each([
    [
      { charge, isInsured: true },
      'We will charge your card ending in 4242 on 12/20/2026',
      'We will charge $110.50 to your card ending in 4242 on 12/20/2026',
    ],
    [
      { charge: { ...charge, isCard: false, date: today } },
      'We will charge the insured’s bank account ending in 4242 today',
      'We will charge $110.50 to the insured’s bank account ending in 4242 today',
    ],
  ])('describes the next automatic charge instead of the due date: %j (AUT-10)', (options, label, text) => {
    const due = describeAmountDue(policy(upcoming), { today, ...options })
    expect(due).toMatchObject({ label, text, amount: 110.5, state: 'upcoming', tone: 'neutral' })
    expect(describeAmountDue(policy(), { today, ...options })).toMatchObject({ label, state: 'due', tone: 'neutral' })
  })

  it.each([
    [pastDue, 'Past due since 11/01/2026'],
    [{ isBilledToLender: true }, 'Billed to the lender, due by 12/15/2026'],
  ])('describes the amount due of a policy with %j although a charge is planned', (changes, label) => {
    expect(describeAmountDue(policy(changes), { today, charge })).toMatchObject({ label, amount: 1319.76 })
  })

  it('returns undefined if nothing is owed', () => {
    const paid = { totalDue: 0, currentlyDue: 0, payableAmount: 0, dueDate: null, dueState: null }
    expect(describeAmountDue(policy(paid), { today })).toBeUndefined()
  })
})

describe('describeDeadlines', () => {
  const nonpaymentNotice = { amount: 1317.75, payBy: '2026-12-05', effectiveDate: '2026-12-06' }
  const pay = 'Cancellation notice for nonpayment: pay $1,317.75 by 12/05/2026 to'

  it.each([
    [true, {}, `${pay} keep your coverage.`],
    [false, {}, `${pay} keep the policy in force.`],
    [false, { holdReason: 'claim' }, `${pay} keep the policy in force. The notice is on hold because a claim is open.`],
  ] as const)('warns about a notice of cancellation (insured: %s, %j) (DEL-9)', (isInsured, changes, text) => {
    const policy = { nonpaymentNotice: { ...nonpaymentNotice, ...changes }, renewalHold: null }
    expect(describeDeadlines(policy, { isInsured })).toEqual([text])
  })

  it('states the past-due amount and the expiration date of a renewal on hold (REN-5)', () => {
    const renewalHold = { amount: 412.5, payBy: '2027-01-04' }
    expect(describeDeadlines({ renewalHold }, { isInsured: true })).toEqual([
      'Renewal on hold: pay $412.50 by 01/04/2027.',
    ])
    expect(describeDeadlines({ renewalHold: null }, { isInsured: true })).toEqual([])
  })
})
