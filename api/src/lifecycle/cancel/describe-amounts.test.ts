import { expect, test } from 'vitest'
import { describeCancellationAmounts } from './describe-amounts.ts'

const nothing = { isAhead: false, refundCents: 0, payees: [], held: [], dueCents: 0, processing: [] }

test.each([
  [
    'who gets how much back, and when',
    {
      refundCents: 97_037,
      payees: [
        { name: 'Marina Sample', cents: 71_787 },
        { name: 'Gulf Demo Bank', cents: 25_250 },
      ],
    },
    'Refunded to the original payment method: $717.87 to Marina Sample, $252.50 to Gulf Demo Bank.',
  ],
  [
    'who is refunded by check',
    {
      refundCents: 97_037,
      payees: [
        { name: 'Marina Sample', cents: 71_787 },
        { name: 'Gulf Demo Bank', cents: 25_250, isCheck: true },
      ],
    },
    'Refunded to the original payment method: $717.87 to Marina Sample. Refunded by check: $252.50 to Gulf Demo Bank.',
  ],
  [
    'that what goes back waits for an end that lies ahead',
    { isAhead: true, refundCents: 48_123 },
    '$481.23 will be refunded to the original payers when coverage ends.',
  ],
  [
    'what a claim holds back',
    { held: [{ by: 'claim', cents: 96_646 }] },
    '$966.46 is on hold because of a claim in this policy term. We will decide on it; your agent can tell you more.',
  ],
  [
    'what waits for the policy that is written instead',
    { held: [{ by: 'newPolicy', cents: 917_523 }] },
    '$9,175.23 is on hold for your new policy. What the new policy does not need will be refunded to the original payers.',
  ],
  [
    'what is still owed',
    { dueCents: 5270 },
    'No return premium is due. $52.70 is still owed for the time the policy was in force.',
  ],
  [
    'which payments are processing',
    { dueCents: 252_697, processing: [{ cents: 508_498, submittedOn: '2026-11-19' }] },
    'No return premium is due. $2,526.97 is still owed for the time the policy was in force. A payment of $5,084.98 submitted on 11/19/2026 is still processing. If it settles, anything the policy does not owe is refunded to its payer.',
  ],
  ['that nothing goes back', {}, 'No return premium is due.'],
] as const)('the cancellation email states %s', (_, money, words) => {
  expect(describeCancellationAmounts({ ...nothing, ...money })).toBe(words)
})
