import { expect, test } from 'vitest'
import { moneyWords } from './money-words.ts'

const nothing = { isAhead: false, refundCents: 0, payees: [], held: [], dueCents: 0 }

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
    'Going back now, the way it was paid: $717.87 to Marina Sample, $252.50 to Gulf Demo Bank.',
  ],
  [
    'that what goes back waits for an end that lies ahead',
    { isAhead: true, refundCents: 48_123 },
    '$481.23 goes back to whoever paid once coverage has ended.',
  ],
  [
    'what a claim holds back',
    { held: [{ by: 'claim', cents: 96_646 }] },
    '$966.46 is held back, since a claim was paid in this term: we decide about it and your agent can tell you more.',
  ],
  [
    'what waits for the policy that is written instead',
    { held: [{ by: 'newPolicy', cents: 917_523 }] },
    '$9,175.23 waits for the policy that is written instead; what that one does not need goes back to whoever paid.',
  ],
  ['what is still owed', { dueCents: 5270 }, 'Nothing goes back. $52.70 is still owed for the time that was insured.'],
  ['that nothing goes back', {}, 'Nothing goes back.'],
] as const)('a cancellation’s mail tells %s', (_, money, words) => {
  expect(moneyWords({ ...nothing, ...money })).toBe(words)
})
