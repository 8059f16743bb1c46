import { CancelReasonCode } from '@tideline/sdk/words'
import { defineAction, defineActionWithFacts, defineDisplayOnlyAction, type PolicyRowFacts } from './permission-rule.ts'
import {
  exemptStaffFromRule,
  internalOnlyRule,
  notCancelledRule,
  notPendingCancelRule,
  notReadonlyRule,
} from './shared-rules.ts'

const alreadyPaid = {
  reason: 'You have already paid for this policy',
  code: 'already_paid',
} as const

/** Returns whether a payment can lead to a reinstatement: the policy was cancelled for nonpayment in this term (DEL-19). */
const canBeReinstated = (policy: PolicyRowFacts): boolean =>
  policy.isCancelled && !policy.isExpired && policy.cancelReasonCode === CancelReasonCode.nonpayment

export const paymentActions = {
  // Rules: BIL-9, BIL-13, PAY-7, PAY-10. Staff collect the remaining balance of a cancelled policy by check or lockbox.
  pay: defineActionWithFacts(
    'money',
    notReadonlyRule,
    notCancelledRule,
    notPendingCancelRule,
    { denies: (policy) => policy.owesNothing, ...alreadyPaid },
    {
      denies: (policy) => policy.isPayableProcessing,
      reason: 'A payment is processing. Bank payments can take up to 4 business days.',
      code: 'payment_in_progress',
    },
  ),
  // Rules: BIL-9, PAY-12.
  applyCheck: defineActionWithFacts(
    'money',
    notReadonlyRule,
    {
      denies: (_, viewer, agencies) =>
        viewer.kind === 'insured' ||
        (viewer.kind === 'agent' && !agencies.applyCheckAgentNos.includes(viewer.agencyNo ?? '')),
      reason: 'Only certain agencies may apply checks.',
      code: 'forbidden',
    },
    exemptStaffFromRule(notCancelledRule),
    exemptStaffFromRule(notPendingCancelRule),
    { ...notCancelledRule, denies: (policy) => policy.isCancelled && policy.owesNothing && !canBeReinstated(policy) },
    { denies: (policy) => policy.owesNothing && !canBeReinstated(policy), ...alreadyPaid },
  ),
  skipToPayment: defineDisplayOnlyAction('it moves the wizard from one screen to the next', internalOnlyRule),
  // Rules: BIL-9, POL-11. The same rules apply to billing the lender and to payments.
  billToMortgagee: defineActionWithFacts(
    ['money', 'lender'],
    notReadonlyRule,
    notCancelledRule,
    notPendingCancelRule,
    {
      denies: (policy) => policy.owesNothing,
      reason: 'Nothing is due on this policy.',
      code: 'nothing_due',
    },
    {
      denies: (policy) => !policy.hasLenderToBill,
      reason: 'This policy has no mortgage lienholder with a loan number.',
      code: 'missing_lienholder',
    },
  ),
  updatePaymentMethod: defineAction(notReadonlyRule, notCancelledRule),
  // A payment method can be removed regardless of the policy's status.
  removePaymentMethod: defineAction(notReadonlyRule),
  // Rules: PAY-13.
  transferPayment: defineAction(internalOnlyRule, notReadonlyRule),
}
