import { createInsuredActor } from '@tideline/api/testing/area-app.ts'
import { expect, test } from 'vitest'
import type { Term } from './cancellation-model.ts'
import { checkInvariants } from './history/check-books.ts'
import { createPolicyModel, earnElapsedDays, type PolicyModel } from './history/policy-model.ts'

// The rules that hold for all histories must be able to fail, so each is broken here on purpose.

const term: Term = {
  story: {
    inceptionDate: '2026-11-20',
    expirationDate: '2027-11-20',
    days: 365,
    coverages: [{ code: 'A', limit: 100, premiumCents: 365_000 }],
    deductible: 5,
    minimumEarned: { percent: 50, cents: 50_000 },
    wishes: [],
  },
  state: 'TX',
  productId: 6,
  feeCents: 0,
}

function aBook(changes: Partial<PolicyModel>): PolicyModel {
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
/** 100 of 365 days at 1,000 cents per day. */
const earned = { days: 100, cents: 100_000 }
const held = (leftCents: number) => [
  {
    ...{ rowId: '', paymentId: 'PAY-1', payer: 'Marina Sample', isMoved: false, refundedCents: 0 },
    originalCents: 400_000,
    leftCents,
  },
]

test('accepts a policy history that retains the earned premium', () => {
  expect(() =>
    checkInvariants(after100Days, aBook({ earned, heldCents: 400_000, payments: held(300_000) })),
  ).not.toThrow()
})

test.each<[law: string, broken: Partial<PolicyModel>, says: RegExp]>([
  ['a day on risk is never free', { earningCents: 99_999, endedOn: 100 }, /a day on risk is never free/],
  ['the minimum is a floor', { earningCents: 182_499, endedOn: 100 }, /minimum earned premium is a floor/],
  [
    'premium that elapsed days earned is kept',
    { earned, heldCents: 400_000, payments: held(104_889) },
    /premium that elapsed days earned is kept/,
  ],
])('rejects a policy history that breaks the rule: %s', (_, broken, says) => {
  expect(() => checkInvariants(after100Days, aBook(broken))).toThrow(says)
})

test('accepts a flat cancellation that retains no earned premium', () => {
  expect(() => checkInvariants(after100Days, aBook({ earningCents: 0, endedOn: null }))).not.toThrow()
})

test('keeps the earned premium of elapsed days after a later endorsement', () => {
  const book = aBook({})
  earnElapsedDays(book, '2027-02-28')
  book.story.wishes.push({ day: 0, limits: { A: 1 } })
  earnElapsedDays(book, '2027-03-10')
  expect(book.earned).toEqual({ days: 110, cents: 100_100 })
})
