import { createInsuredActor } from '@tideline/api/testing/area-app.ts'
import { expect, test } from 'vitest'
import type { Term } from './cancellation-model.ts'
import { checkInvariants } from './history/check-books.ts'
import { createPolicyModel, earnElapsedDays, type PolicyModel } from './history/policy-model.ts'

// Each test case violates an invariant on purpose, to prove that `checkInvariants` can fail.

const term: Term = {
  termInput: {
    inceptionDate: '2026-11-20',
    expirationDate: '2027-11-20',
    days: 365,
    coverages: [{ code: 'A', limit: 100, premiumCents: 365_000 }],
    deductible: 5,
    minimumEarned: { percent: 50, cents: 50_000 },
    changes: [],
  },
  state: 'TX',
  productId: 6,
  feeCents: 0,
}

function createPolicy(changes: Partial<PolicyModel>): PolicyModel {
  const bound = {
    ...term,
    policyId: '',
    policyNo: 'RXS3000001',
    quoteNumber: '',
    policyholder: createInsuredActor(''),
    isMonthly: false,
    isRenewal: false,
  }
  return Object.assign(createPolicyModel(bound, { premium: 365_000, fee: 0, taxes: {} }, '2026-11-20'), changes)
}
const after100Days = { today: '2027-02-28' }
/** Premium earned in 100 of 365 days, at 1,000 cents per day. */
const earned = { days: 100, cents: 100_000 }
const createPayments = (leftCents: number) => [
  {
    ...{ rowId: '', paymentId: 'PAY-1', payer: 'Marina Sample', isTransferred: false },
    ...{ isCheck: true, refundedCents: 0 },
    originalCents: 400_000,
    leftCents,
  },
]

test('accepts a policy history that retains the earned premium', () => {
  expect(() =>
    checkInvariants(after100Days, createPolicy({ earned, heldCents: 400_000, payments: createPayments(300_000) })),
  ).not.toThrow()
})

test.each<[invariant: string, changes: Partial<PolicyModel>, message: RegExp]>([
  [
    'premium is charged for every day on risk',
    { writtenPremiumCents: 99_999, endedOn: 100 },
    /premium is charged for every day on risk/,
  ],
  [
    'the minimum earned premium is retained',
    { writtenPremiumCents: 182_499, endedOn: 100 },
    /the minimum earned premium is retained/,
  ],
  [
    'earned premium is retained',
    { earned, heldCents: 400_000, payments: createPayments(104_889) },
    /earned premium is retained/,
  ],
])('rejects a policy that violates the invariant: %s', (_, changes, message) => {
  expect(() => checkInvariants(after100Days, createPolicy(changes))).toThrow(message)
})

test('accepts a flat cancellation without earned premium', () => {
  expect(() => checkInvariants(after100Days, createPolicy({ writtenPremiumCents: 0, endedOn: null }))).not.toThrow()
})

test('keeps the earned premium of elapsed days after a later endorsement', () => {
  const policy = createPolicy({})
  earnElapsedDays(policy, '2027-02-28')
  policy.termInput.changes.push({ day: 0, limits: { A: 1 } })
  earnElapsedDays(policy, '2027-03-10')
  expect(policy.earned).toEqual({ days: 110, cents: 100_100 })
})
