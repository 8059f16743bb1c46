import { formatDollars } from '../../http/money.ts'
import type { HeldRefund } from './release-return-premium.ts'
import type { RefundHoldReason } from './reviews.ts'

const messages: Record<RefundHoldReason, (amount: string) => string> = {
  claim: (amount) =>
    `${amount} is on hold because of a claim in this policy term. We will decide on it; your agent can tell you more.`,
  amount: (amount) => `${amount} is on hold until we have reviewed it, as we do with large refunds.`,
  payment: (amount) => `${amount} will be refunded once a second person has approved it.`,
  elapsedDays: (amount) =>
    `${amount} is on hold until a second person has approved it, because it is for days that have passed.`,
  transferred: (amount) =>
    `${amount} is on hold until a second person has approved it, because it was transferred from a policy that still needs it.`,
  newPolicy: (amount) =>
    `${amount} is on hold for your new policy. What the new policy does not need will be refunded to the original payers.`,
}

/** Returns the message that a refund is on hold and why. Emails, letters and the policy page use the same text. */
export const describeHeldRefund = ({ by, cents }: HeldRefund): string => messages[by](formatDollars(cents))
