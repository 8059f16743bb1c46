import { describe, expect, it } from 'vitest'
import { describeReviewDecision, type ReviewDecision } from './describe-decision.ts'

const payees = [
  { name: 'Marina Sample', cents: 60_000 },
  { name: 'Tideland Bank', cents: 40_000 },
]
const decided: ReviewDecision = {
  decision: 'approve',
  holdReason: 'claim',
  isPosted: false,
  heldCents: 100_000,
  paidCents: 100_000,
  payees,
}

describe('refund review decision', () => {
  it.each<[string, Partial<ReviewDecision>, string]>([
    [
      'the refund to each payer',
      {},
      'Refunded to the original payment method: $600.00 to Marina Sample, $400.00 to Tideland Bank.',
    ],
    [
      'the part applied to the balance',
      { paidCents: 60_000, payees: payees.slice(0, 1) },
      'Refunded to the original payment method: $600.00 to Marina Sample. $400.00 was applied to the balance of the policy.',
    ],
    [
      'no refund if the balance used all of it',
      { paidCents: 0, payees: [] },
      'No return premium is due. $1,000.00 was applied to the balance of the policy.',
    ],
    [
      'the amount retained because of a claim',
      { decision: 'decline', paidCents: 0, payees: [] },
      'It is retained as earned premium because of the claim in this term.',
    ],
    [
      'the refund to payers if the new policy does not use the credit',
      {
        decision: 'refundPayer',
        holdReason: 'newPolicy',
        isPosted: true,
        paidCents: 60_000,
        payees: payees.slice(0, 1),
      },
      'Refunded to the original payment method: $600.00 to Marina Sample. $400.00 was applied to the balance of the policy.',
    ],
    [
      'the remaining credit after a large refund is declined',
      { decision: 'decline', holdReason: 'amount', isPosted: true, paidCents: 0, payees: [] },
      '$1,000.00 remains on the policy as credit.',
    ],
    [
      'the credit kept for a new policy',
      { decision: 'keepAsCredit', holdReason: 'newPolicy', isPosted: true, paidCents: 0, payees: [] },
      '$1,000.00 remains on the policy as credit.',
    ],
    [
      'the transfer to the new policy',
      { decision: 'transfer', holdReason: 'newPolicy', toPolicyNo: 'RFL3000134', payees: [] },
      '$1,000.00 was transferred to policy RFL3000134, where it is applied to the balance.',
    ],
  ])('describes %s', (_, changes, words) => {
    expect(describeReviewDecision({ ...decided, ...changes })).toBe(words)
  })
})
