import type { PolicyConfirmation } from '@tideline/sdk'
import { expect, it } from 'vitest'
import { describePolicyState } from './describe-policy-state.ts'

const policy = (more: Partial<PolicyConfirmation>) =>
  ({
    ...{ status: 'Bound', inceptionDate: '2026-12-16', expirationDate: '2027-12-16', isPaid: false },
    ...{ currentlyDue: 1317.75, totalDue: 1317.75, payableAmount: 1317.75, dueDate: '2026-12-16', dueState: 'due' },
    ...{ isPaymentProcessing: false, processingAmount: 0, isBilledToLender: false, viewer: { kind: 'agent' }, ...more },
  }) as PolicyConfirmation
const paid = { isPaid: true, currentlyDue: 0, totalDue: 0 }

it.each([
  [{}, 'Starts 12/16/2026 · $1,317.75 due by 12/16/2026'],
  [{ isBilledToLender: true }, 'Starts 12/16/2026 · $1,317.75 billed to the lender, due by 12/16/2026'],
  [
    { isPaymentProcessing: true, processingAmount: 1317.75, payableAmount: 0 },
    'Starts 12/16/2026 · $1,317.75 payment processing',
  ],
  [
    {
      ...{ isPaymentProcessing: true, processingAmount: 1317.75 },
      payments: [
        { paymentStatus: 'processing', paymentTypeId: 4, amount: 1317.75 } as PolicyConfirmation['payments'][0],
      ],
    },
    'Starts 12/16/2026 · $1,317.75 not confirmed',
  ],
  [{ status: 'Active', ...paid }, 'Covered until 12/16/2027 · Paid in full'],
  [
    { status: 'Active', ...paid, totalDue: 200, payableAmount: 104.5, dueDate: '2027-01-16', dueState: 'upcoming' },
    'Covered until 12/16/2027 · $104.50 due by 01/16/2027',
  ],
  [{ status: 'Non-renew', ...paid }, 'Covered until 12/16/2027, not renewing · Paid in full'],
  [{ status: 'Cancelled', ...paid, totalDue: -412.18 }, 'Cancelled · $412.18 to be refunded'],
  [{ status: 'Pending Cancel', ...paid }, 'Cancellation requested'],
  [{ status: 'Cancelled', ...paid }, 'Cancelled'],
  [{ status: 'Expired', ...paid }, 'Ended 12/16/2027 · Paid in full'],
] as [Partial<PolicyConfirmation>, string][])('describes a policy with %j in one line: %s', (more, line) => {
  expect(describePolicyState(policy(more), '2026-11-20')).toBe(line)
})

it('states the next automatic charge instead of the due date (AUT-10)', () => {
  const charge = { date: '2026-12-20', amount: 110.5, isCard: false, lastFourDigits: '6789' }
  expect(
    describePolicyState(policy({ viewer: { kind: 'insured' } as PolicyConfirmation['viewer'] }), '2026-11-20', charge),
  ).toBe('Starts 12/16/2026 · We will charge $110.50 to your bank account ending in 6789 on 12/20/2026')
})
