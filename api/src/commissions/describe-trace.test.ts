import { expect, test } from 'vitest'
import { describeCommissionTrace } from './describe-trace.ts'

const line = {
  ...{ policy_no: 'RFL3000131', insured_name: 'Marina Sample', transaction_type: 'C12' },
  ...{ post_date: '2026-11-20', effective_date: '2026-11-21', kind: 'commission' as const },
  ...{ premium_cents: -29_500, rate_basis_points: 1_234, amount_cents: -3_640, is_pending: false },
}

test('explains commission on return premium with the transactions, original rate and share of each agency', () => {
  const transactions = [
    { type: 'NB', day: '2026-09-10', cents: -19_500, isItself: false },
    { type: 'EB', day: '2026-10-02', cents: -10_000, isItself: false },
  ]
  const chain = [
    { agencyNo: '100110', agencyName: 'Lighthouse Coverage', isOverride: false, points: 1_234, cents: -3_640 },
    { agencyNo: '100100', agencyName: 'Harborview', isOverride: true, points: 200, cents: -590 },
  ]
  expect(describeCommissionTrace(line, transactions, chain)).toEqual([
    'RFL3000131, Marina Sample: transaction C12, posted on 11/20/2026, effective 11/21/2026.',
    'Base: -$295.00 of premium, without fees and taxes: reverses $195.00 of NB of 09/10/2026, $100.00 of EB of 10/02/2026.',
    'Rate: 12.34%, the rate of the agency of the policy, as originally earned.',
    '-$295.00 × 12.34% = -$36.40.',
    'Lighthouse Coverage (100110) has 12.34% as the agency of the policy: -$36.40.',
    'Harborview (100100) has 2% by override: -$5.90.',
  ])
})

test('explains that commission lines at the same rate are rounded once as a group', () => {
  const transactions = [{ type: 'EB', day: '2026-11-20', cents: 333, isItself: true }]
  const own = { ...line, premium_cents: 333, rate_basis_points: 1_500, amount_cents: 49 }
  expect(describeCommissionTrace(own, transactions, []).slice(1)).toEqual([
    'Base: $3.33 of premium, without fees and taxes.',
    'Rate: 15%, the rate of the agency of the policy.',
    '$3.33 × 15%, with all lines of this policy at this rate rounded once: $0.49.',
  ])
})

test('explains the commission on restored premium at the rate that was originally earned', () => {
  const transactions = [
    { type: 'RI', day: '2026-11-20', cents: 5_000, isItself: true },
    { type: 'NB', day: '2026-09-10', cents: 20_000, isItself: false },
  ]
  const restored = { ...line, premium_cents: 25_000, rate_basis_points: 1_000, amount_cents: 2_500 }
  expect(describeCommissionTrace(restored, transactions, []).slice(1, 3)).toEqual([
    'Base: $250.00 of premium, without fees and taxes: restores $200.00 of NB of 09/10/2026.',
    'Rate: 10%, the rate of the agency of the policy, as originally earned.',
  ])
})

test('explains an override as a rate on the premium of a sub-agency', () => {
  const transactions = [{ type: 'NB', day: '2026-11-20', cents: 10_000, isItself: true }]
  const override = {
    ...{ ...line, kind: 'override' as const, premium_cents: 10_000 },
    ...{ rate_basis_points: 200, amount_cents: 200 },
  }
  expect(describeCommissionTrace(override, transactions, [])[2]).toBe(
    'Rate: 2%, an override on the premium of an agency below.',
  )
})

test('explains a commission line whose premium nets to zero', () => {
  const transactions = [100, -100].map((cents) => ({ type: 'EB', day: '2026-10-02', cents, isItself: false }))
  expect(describeCommissionTrace({ ...line, premium_cents: 0 }, transactions, [])[1]).toBe(
    'Base: $0.00 of premium, without fees and taxes: restores $1.00 of EB of 10/02/2026, $1.00 of EB of 10/02/2026.',
  )
})

test('shows the original commission rate for return premium, but not for a line without premium', () => {
  const withPremium = (premium_cents: number) => describeCommissionTrace({ ...line, premium_cents }, [], [])[2]
  expect(withPremium(-1)).toBe('Rate: 12.34%, the rate of the agency of the policy, as originally earned.')
  expect(withPremium(0)).toBe('Rate: 12.34%, the rate of the agency of the policy.')
})
