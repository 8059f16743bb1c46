import { formatDollars } from '../../http/money.ts'
import { describeRefundPayees, type Payees } from '../../payments/refunds/refund-payees.ts'
import type { RefundHoldReason } from '../../payments/refunds/reviews.ts'
import type { ReviewDecisionType } from './review-response.ts'

/** A staff decision about a refund on hold, in cents. */
export interface ReviewDecision {
  decision: ReviewDecisionType
  holdReason: RefundHoldReason
  /** False if the return premium of a cancellation was not posted because a claim put it on hold. */
  isPosted: boolean
  heldCents: number
  /** Cents that are refunded to the policy's payers or moved to another policy. */
  paidCents: number
  payees: Payees
  toPolicyNo?: string | undefined
}

const describeRetained = ({ isPosted, heldCents }: ReviewDecision) =>
  !isPosted
    ? 'It is retained as earned premium because of the claim in this term.'
    : `${formatDollars(heldCents)} remains on the policy as credit.`

const describeRefunded = ({ payees, paidCents, heldCents }: ReviewDecision) => {
  const owedCents = heldCents - paidCents
  return [
    paidCents > 0 ? describeRefundPayees(payees) : 'No return premium is due.',
    ...(owedCents > 0 ? [`${formatDollars(owedCents)} was applied to the balance of the policy.`] : []),
  ].join(' ')
}

/** Describes the decision about a refund on hold, with payees and amounts (REF-1, BIL-7). */
export function describeReviewDecision(decided: ReviewDecision): string {
  if (decided.decision === 'transfer')
    return `${formatDollars(decided.paidCents)} was transferred to policy ${decided.toPolicyNo}, where it is applied to the balance.`
  return decided.decision === 'approve' || decided.decision === 'refundPayer'
    ? describeRefunded(decided)
    : describeRetained(decided)
}
