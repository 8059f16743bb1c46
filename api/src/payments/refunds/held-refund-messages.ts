import { formatDollars } from '../../http/money.ts'
import type { HeldRefund } from './release-return-premium.ts'
import type { RefundHoldReason } from './reviews.ts'

const messages: Record<RefundHoldReason, (amount: string, isForAgency: boolean) => string> = {
  claim: (amount, isForAgency) =>
    `${amount} is on hold because of a claim in this policy term. We will decide on it${isForAgency ? '' : '; your agent can tell you more'}.`,
  amount: (amount) => `${amount} is on hold until we have reviewed it, as we do with large refunds.`,
  payment: (amount) => `${amount} will be refunded once a second person has approved it.`,
  elapsedDays: (amount) =>
    `${amount} is on hold until a second person has approved it, because it is for days that have passed.`,
  transferred: (amount) =>
    `${amount} is on hold until a second person has approved it, because it was transferred from a policy that still needs it.`,
  check: (amount) => `${amount} is on hold until we have confirmed the check with which it was paid.`,
  reinstatement: (amount) =>
    `${amount} is on hold while we decide whether to reinstate the policy. If it is not reinstated, this amount is refunded.`,
  newPolicy: (amount, isForAgency) =>
    `${amount} is on hold for ${isForAgency ? 'the' : 'your'} new policy. What the new policy does not need will be refunded to the original payers.`,
}

/**
 * Returns a message that says why a refund is on hold. Emails, letters and the policy page use the same text. In emails
 * to agencies, the text does not address the policyholder (EML-1).
 */
export const describeHeldRefund = (
  { by, cents }: HeldRefund,
  audience: 'policyholder' | 'agency' = 'policyholder',
): string => messages[by](formatDollars(cents), audience === 'agency')
