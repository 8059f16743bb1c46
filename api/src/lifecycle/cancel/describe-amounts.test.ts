import { expect, it } from 'vitest'
import type { CancellationAmounts } from './cancellation-amounts.ts'
import { describeCancellationAmounts } from './describe-amounts.ts'

const nothing: CancellationAmounts = {
  isPlanned: false,
  returnPremiumCents: 0,
  balanceReductionCents: undefined,
  creditCents: undefined,
  payees: [],
  held: [],
  balanceCents: 0,
  processing: [],
}
const payees = [
  { name: 'Marina Sample', cents: 71_787 },
  { name: 'Gulf Demo Bank', cents: 25_250 },
]

it.each([
  [
    'the payees of a refund',
    { returnPremiumCents: 97_037, payees },
    'Refunded to the original payment method: $717.87 to Marina Sample, $252.50 to Gulf Demo Bank.',
  ],
  [
    'refunds by check',
    { payees: payees.map((payee) => ({ ...payee, isCheck: payee.name.startsWith('Gulf') })) },
    'Refunded to the original payment method: $717.87 to Marina Sample. Refunded by check: $252.50 to Gulf Demo Bank.',
  ],
  [
    'that a planned refund is paid when the cancellation takes effect',
    { isPlanned: true, returnPremiumCents: 97_037, payees },
    '$970.37 will be refunded when the cancellation takes effect: $717.87 to Marina Sample, $252.50 to Gulf Demo Bank.',
  ],
  [
    'a refund on hold for a claim',
    { held: [{ by: 'claim', cents: 96_646 }] },
    '$966.46 is on hold because of a claim in this policy term. We will decide on it; your agent can tell you more.',
  ],
  [
    'a refund on hold for a new policy',
    { held: [{ by: 'newPolicy', cents: 917_523 }] },
    '$9,175.23 is on hold for your new policy. What the new policy does not need will be refunded to the original payers.',
  ],
  [
    'the balance',
    { balanceCents: 5270 },
    'No return premium is due. $52.70 is still owed for the time the policy was in force.',
  ],
  [
    'the planned balance of an unpaid policy',
    { isPlanned: true, returnPremiumCents: 1000, balanceReductionCents: 1000, balanceCents: 5270 },
    '$52.70 will still be owed for the time the policy was in force.',
  ],
  [
    'payments that are processing',
    { balanceCents: 252_697, processing: [{ cents: 508_498, submittedOn: '2026-11-19' }] },
    'No return premium is due. $2,526.97 is still owed for the time the policy was in force. A payment of $5,084.98 submitted on 11/19/2026 is still processing. If it settles, any amount above the balance is refunded to the payer.',
  ],
  [
    'a refund with a part on hold',
    { payees: payees.slice(0, 1), held: [{ by: 'amount', cents: 96_646 }] },
    'Refunded to the original payment method: $717.87 to Marina Sample. $966.46 is on hold until we have reviewed it, as we do with large refunds.',
  ],
  ['that nothing is due', {}, 'No return premium is due.'],
  ['that nothing will be due', { isPlanned: true }, 'No return premium is due.'],
  [
    'that nothing is due after the return premium reduced the balance',
    { returnPremiumCents: 1000, balanceCents: 5270 },
    'No return premium is due. $52.70 is still owed for the time the policy was in force.',
  ],
] satisfies [string, Partial<CancellationAmounts>, string][])('describes %s', (_, amounts, text) => {
  expect(describeCancellationAmounts({ ...nothing, ...amounts })).toBe(text)
})

it('does not address the policyholder in cancellation emails to agencies', () => {
  const held = [{ by: 'claim', cents: 100 }] as const
  expect(describeCancellationAmounts({ ...nothing, held }, 'agency')).toBe(
    '$1.00 is on hold because of a claim in this policy term. We will decide on it.',
  )
})

it('states in a nonpayment cancellation email that a processing payment can lead to a reinstatement', () => {
  const processing = [{ cents: 100, submittedOn: '2026-11-19' }]
  expect(describeCancellationAmounts({ ...nothing, processing, reason: { reasonCode: '05' } })).toContain(
    'refunded to the payer, unless it is on hold while we decide whether to reinstate the policy.',
  )
})
