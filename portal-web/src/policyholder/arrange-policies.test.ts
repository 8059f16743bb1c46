import type { PolicyDetails } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { arrangePolicies } from './arrange-policies.ts'
import { getNeedDeadline, getPolicyholderTasks, getPolicyNeeds } from './policy-needs.ts'

const signed = [
  { party: 1, isSigned: true, requiresSignatures: true },
  { party: 2, isSigned: true, requiresSignatures: true },
] as const

/** Builds a signed and paid policy in force. */
const buildPolicy = (policyNo: string, changes: Partial<PolicyDetails> = {}) =>
  ({
    ...{ policyId: policyNo, policyNo, address: 'A', inceptionDate: '2026-06-01', isSigned: [...signed] },
    ...{ isPaid: true, isCancelled: false, isExpired: false, isPendingCancel: false, isBilledToLender: false },
    ...{ isPaymentProcessing: false, processingAmount: 0, totalDue: 0, currentlyDue: 0, payableAmount: 0 },
    ...{ dueDate: null, dueState: null, renewalHold: null, ...changes },
  }) as PolicyDetails

const due = (dueDate: string, dueState: PolicyDetails['dueState'] = 'due'): Partial<PolicyDetails> => ({
  ...{ isPaid: false, totalDue: 100, currentlyDue: 100, payableAmount: 100, dueDate, dueState },
})
const unsigned: Partial<PolicyDetails> = { isSigned: [signed[0], { ...signed[1], isSigned: false }] }
const charge = { date: '2026-07-01', amount: 100, isCard: true, lastFourDigits: '4242' }

const arrange = (...policies: PolicyDetails[]) => {
  const { shown, others, noted } = arrangePolicies(policies)
  const numbers = (list: readonly PolicyDetails[]) => list.map(({ policyNo }) => policyNo)
  return { shown: numbers(shown), others: numbers(others), noted: [...noted] }
}

describe('needs of a policy (UI-13)', () => {
  it.each([
    ['nothing', {}, [], undefined],
    ['a signature', unsigned, ['signature'], '2026-06-01'],
    ['a payment', due('2026-07-01'), ['payment'], '2026-07-01'],
    ['both', { ...unsigned, ...due('2026-05-01') }, ['signature', 'payment'], '2026-05-01'],
    ['a past-due payment', due('2026-05-01', 'pastDue'), ['pastDue'], '2026-05-01'],
    ['a payment for a hold', { renewalHold: { amount: 5, payBy: '2027-06-01' } }, ['renewalHold'], '2027-06-01'],
    [
      'a payment for a notice',
      { nonpaymentNotice: { amount: 5, payBy: '2026-06-05', effectiveDate: '2026-06-06' } },
      ['cancellationNotice'],
      '2026-06-05',
    ],
    [
      'nothing if auto-pay will charge the amount',
      { ...due('2026-07-01'), nextAutomaticCharge: charge },
      [],
      undefined,
    ],
    [
      'a past-due payment despite auto-pay',
      { ...due('2026-05-01', 'pastDue'), nextAutomaticCharge: charge },
      ['pastDue'],
      '2026-05-01',
    ],
    ['nothing while pending cancellation', { ...unsigned, isPendingCancel: true }, [], undefined],
    ['nothing if the lender pays', { ...due('2026-07-01'), isBilledToLender: true }, [], undefined],
    ['nothing for a credit', { totalDue: -5, dueState: 'pastDue' as const }, [], undefined],
  ] as const)('include %s', (_, changes, needs, deadline) => {
    const policy = buildPolicy('P', changes as Partial<PolicyDetails>)
    expect(getPolicyNeeds(policy)).toEqual(needs)
    expect(getNeedDeadline(policy)).toBe(deadline)
  })

  it('offer a payment for a past-due amount despite auto-pay', () => {
    const isPastDue = { ...due('2026-05-01', 'pastDue'), nextAutomaticCharge: charge }
    expect(getPolicyholderTasks(buildPolicy('P', isPastDue))).toEqual(['pay'])
    expect(getPolicyholderTasks(buildPolicy('P', { ...due('2026-07-01'), nextAutomaticCharge: charge }))).toEqual([])
  })
})

describe('order of the policies (UI-17)', () => {
  it('starts with past-due policies and continues by deadline, then by newest inception', () => {
    expect(
      arrange(
        buildPolicy('old'),
        buildPolicy('new', { inceptionDate: '2026-08-01' }),
        buildPolicy('soon', due('2026-07-01')),
        buildPolicy('late', due('2026-09-01')),
        buildPolicy('past due', due('2026-08-15', 'pastDue')),
      ).shown,
    ).toEqual(['past due', 'soon', 'late', 'new', 'old'])
  })

  it('hides policies at other addresses and ended terms if a policy needs something', () => {
    expect(
      arrange(
        buildPolicy('elsewhere', { address: 'B' }),
        buildPolicy('expired', { isExpired: true }),
        buildPolicy('same address'),
        buildPolicy('unpaid', due('2026-07-01')),
      ),
    ).toEqual({ shown: ['unpaid', 'same address'], others: ['elsewhere', 'expired'], noted: ['unpaid'] })
  })

  it('shows all policies in force if none needs anything', () => {
    expect(
      arrange(
        buildPolicy('one'),
        buildPolicy('other', { address: 'B' }),
        buildPolicy('cancelled', { isCancelled: true }),
      ),
    ).toEqual({ shown: ['one', 'other'], others: ['cancelled'], noted: ['one'] })
  })

  it('shows ended policies if there are no others', () => {
    expect(arrange(buildPolicy('expired', { isExpired: true }))).toEqual({ shown: ['expired'], others: [], noted: [] })
  })
})
