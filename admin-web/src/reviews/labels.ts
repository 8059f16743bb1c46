import type { AdminReview, ReviewDecisionType } from '@tideline/sdk'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'

export const stateLabels: Record<AdminReview['state'], string> = {
  open: 'Open',
  done: 'Done',
  declined: 'Retained',
  withdrawn: 'Withdrawn',
}

interface DecisionDetails {
  verb: string
  /** Returns the effect of the decision, shown before the user confirms. */
  describeEffect: (amount: string) => string
  done: (amount: string) => string
}

/** The possible decisions of a review (REF-2), with the text of their buttons. */
export const decisionDetails: Record<ReviewDecisionType, DecisionDetails> = {
  approve: {
    verb: 'Approve refund',
    describeEffect: (amount) => `${amount} is refunded to the original payment method. This cannot be undone.`,
    done: (amount) => `The refund of ${amount} was submitted.`,
  },
  decline: {
    verb: 'Retain refund',
    describeEffect: (amount) => `${amount} is not refunded. This cannot be undone.`,
    done: (amount) => `${amount} was retained.`,
  },
  refundPayer: {
    verb: 'Refund the payer',
    describeEffect: (amount) => `${amount} is refunded to the original payment method. This cannot be undone.`,
    done: (amount) => `The refund of ${amount} was submitted.`,
  },
  transfer: {
    verb: 'Move to the new policy',
    describeEffect: (amount) => `${amount} is applied to the rewritten policy.`,
    done: (amount) => `${amount} was moved to the new policy.`,
  },
  keepAsCredit: {
    verb: 'Keep as credit',
    describeEffect: (amount) => `${amount} remains on the policy as credit.`,
    done: (amount) => `${amount} remains on the policy as credit.`,
  },
  waitForClaim: {
    verb: 'Keep on hold for the claim',
    describeEffect: (amount) =>
      `${amount} stays on hold. The work queue lists it again when the claim is decided, or in 30 days.`,
    done: (amount) => `${amount} stays on hold until the claim is decided, for 30 days at most.`,
  },
}

export const formatReviewAmount = ({ amount }: Pick<AdminReview, 'amount'>) => formatMoney(amount ?? 0)
