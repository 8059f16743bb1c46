import { exceptStaff, internalOnly, notCancelled, notPending, readonly } from './guards.ts'
import { enforced, enforcedWith, shownOnly } from './rule.ts'

const alreadyPaid = {
  reason: 'You have already paid for this policy',
  code: 'already_paid',
} as const

export const money = {
  // Rules: BIL-9, PAY-7, PAY-10. Staff collect the remaining balance of a cancelled policy by check or lockbox.
  pay: enforcedWith(
    'money',
    readonly,
    notCancelled,
    notPending,
    { refuses: (policy) => policy.hasNothingToPay, ...alreadyPaid },
    {
      refuses: (policy) => policy.isPaymentProcessing,
      reason: 'A bank payment is processing. It can take up to 4 business days.',
      code: 'payment_under_way',
    },
  ),
  // Rules: BIL-9, PAY-12.
  applyCheck: enforcedWith(
    'money',
    readonly,
    {
      refuses: (_, viewer, agencies) =>
        viewer.kind === 'insured' ||
        (viewer.kind === 'agent' && !agencies.applyCheckAgentNos.includes(viewer.agencyNo ?? '')),
      reason: 'Only certain agencies may apply checks.',
      code: 'forbidden',
    },
    exceptStaff(notCancelled),
    exceptStaff(notPending),
    { ...notCancelled, refuses: (policy) => policy.isCancelled && policy.owesNothing },
    { refuses: (policy) => policy.owesNothing, ...alreadyPaid },
  ),
  skipToPayment: shownOnly('it moves the wizard from one screen to the next', internalOnly),
  // Rules: BIL-9, POL-11. The same rules apply to billing the lender and to payments.
  billToMortgagee: enforcedWith(
    ['money', 'lender'],
    readonly,
    notCancelled,
    notPending,
    {
      refuses: (policy) => policy.hasNothingToPay,
      reason: 'Nothing is due on this policy.',
      code: 'nothing_due',
    },
    {
      refuses: (policy) => !policy.hasLenderToBill,
      reason: 'This policy has no mortgage lienholder with a loan number.',
      code: 'missing_lienholder',
    },
  ),
  updatePaymentMethod: enforced(readonly, notCancelled),
  // A payment method can be removed regardless of the policy's status.
  removePaymentMethod: enforced(readonly),
  // Rules: PAY-13.
  transferPayment: enforced(internalOnly, readonly),
}
