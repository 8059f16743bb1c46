import type { AdminReview, ReviewMove } from '@tideline/sdk'
import { money } from '@tideline/web-kit/formats/format.ts'

export const states: Record<AdminReview['state'], string> = {
  open: 'Open',
  done: 'Done',
  declined: 'Kept',
  withdrawn: 'Withdrawn',
}

interface Move {
  verb: string
  /** What will happen, before it does. */
  what: (amount: string) => string
  done: (amount: string) => string
}

/** The decisions of a review (REF-2), in the words of its buttons. */
export const moves: Record<ReviewMove, Move> = {
  approve: {
    verb: 'Pay the refund',
    what: (amount) => `${amount} goes back to whoever paid, by the way it came. This cannot be taken back.`,
    done: (amount) => `The refund of ${amount} is on its way.`,
  },
  decline: {
    verb: 'Keep the money',
    what: (amount) => `${amount} is not given back. This cannot be taken back.`,
    done: (amount) => `${amount} is kept.`,
  },
  refundPayer: {
    verb: 'Refund the payer',
    what: (amount) => `${amount} goes back to whoever paid, by the way it came. This cannot be taken back.`,
    done: (amount) => `The refund of ${amount} is on its way.`,
  },
  transfer: {
    verb: 'Move to the new policy',
    what: (amount) => `${amount} pays the policy that was written instead.`,
    done: (amount) => `${amount} was moved to the new policy.`,
  },
  keepAsCredit: {
    verb: 'Keep as credit',
    what: (amount) => `${amount} stays on the policy as credit.`,
    done: (amount) => `${amount} stays on the policy as credit.`,
  },
  waitForClaim: {
    verb: 'Wait for the claim',
    what: (amount) =>
      `${amount} stays on hold. The work queue lists it again when the claim is decided, or in 30 days.`,
    done: (amount) => `${amount} stays on hold until the claim is decided, for 30 days at most.`,
  },
}

export const amountOf = ({ amount }: Pick<AdminReview, 'amount'>) => money(amount ?? 0)
