import { internalOnly, notCancelled, notPending, othersNot, readonly } from './guards.ts'
import { enforced, enforcedWith, shownOnly } from './rule.ts'

const alreadyPaid = {
  reason: 'You have already paid for this policy',
  source: 'spec 1 §2',
  code: 'already_paid',
} as const

export const money = {
  // What a cancelled policy still owes is taken by staff, by check or lockbox (decision 85).
  pay: enforcedWith(
    'money',
    readonly,
    notCancelled,
    notPending,
    { refuses: (policy) => policy.hasNothingToPay, ...alreadyPaid },
    {
      refuses: (policy) => policy.isPaymentProcessing,
      reason: 'A bank payment is on its way. It can take up to 4 business days.',
      source: 'decision 70',
      code: 'payment_under_way',
    },
  ),
  applyCheck: enforcedWith(
    'money',
    readonly,
    {
      refuses: (_, viewer, agencies) =>
        viewer.kind === 'insured' ||
        (viewer.kind === 'agent' && !agencies.applyCheckAgentNos.includes(viewer.agencyNo ?? '')),
      reason: 'Only certain agencies may apply checks.',
      source: 'spec 1 §6, spec 2 §6',
      code: 'forbidden',
    },
    othersNot(notCancelled),
    othersNot(notPending),
    { ...notCancelled, refuses: (policy) => policy.isCancelled && policy.owesNothing, source: 'decision 85' },
    { refuses: (policy) => policy.owesNothing, ...alreadyPaid },
  ),
  skipToPayment: shownOnly('it moves the wizard from one screen to the next', internalOnly),
  // A bill to the lender asks for money as a payment does (decision 85).
  billToMortgagee: enforcedWith(
    ['money', 'lender'],
    readonly,
    notCancelled,
    notPending,
    {
      refuses: (policy) => policy.hasNothingToPay,
      reason: 'Nothing is due on this policy.',
      source: 'spec 1 §4',
      code: 'nothing_due',
    },
    {
      refuses: (policy) => !policy.hasLenderToBill,
      reason: 'This policy has no mortgage lienholder with a loan number.',
      source: 'decision 41',
      code: 'missing_lienholder',
    },
  ),
  updatePaymentMethod: enforced(readonly, notCancelled),
  // Whoever wants a card forgotten has it forgotten, whatever became of the policy.
  removePaymentMethod: enforced(readonly),
  transferPayment: enforced(internalOnly, readonly),
}
