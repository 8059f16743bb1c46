import { describe, expect, it } from 'vitest'
import { describeRefund } from './describe-refund.ts'

describe('describeRefund', () => {
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
    [{ refundAmount: 50, refundTo: [{ name: 'Ada', amount: 20 }] }, 'Refund $20.00 to Ada. Balance reduced by $30.00'],
    [{ refundAmount: 50, refundTo: [] }, 'No refund. Balance reduced by $50.00'],
  ])('describes the pending cancellation %j as "%s"', (status, text) => {
    expect(describeRefund({ ...status, state: 'pending' })).toBe(text)
  })

  it.each([
    [{ refundAmount: 50, refundTo: [{ name: 'Ada', amount: 20 }] }, 'Refund $20.00 to Ada'],
    [{ refundAmount: 50, refundTo: [] }, 'Return premium $50.00'],
  ])('describes the complete cancellation %j as "%s"', (status, text) => {
    expect(describeRefund({ ...status, state: 'cancelled' })).toBe(text)
  })
})
