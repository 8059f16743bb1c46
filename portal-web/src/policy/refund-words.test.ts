import { expect, it } from 'vitest'
import { refundWords } from './refund-words.ts'

it.each([
  [{ refundAmount: 0, refundTo: [] }, 'No refund'],
  [{ refundAmount: null, refundTo: [] }, 'No refund'],
  [{ refundAmount: 50, refundTo: [{ name: 'Ada', amount: 50 }] }, 'Refund $50.00 to Ada'],
  [
    {
      refundAmount: 50,
      refundTo: [
        { name: 'Bank', amount: 30 },
        { name: 'Ada', amount: 20 },
      ],
    },
    'Refund $50.00: $30.00 to Bank, $20.00 to Ada',
  ],
  // The rest waits for staff.
  [{ refundAmount: 50, refundTo: [{ name: 'Ada', amount: 20 }] }, 'Refund $50.00: $20.00 to Ada'],
  [{ refundAmount: 50, refundTo: [] }, 'Refund $50.00'],
])('%j reads %s', (status, words) => {
  expect(refundWords(status)).toBe(words)
})
