import type { Operations } from '../../generated/operations.ts'
import { toDollars } from '../../http/money.ts'
import { describeHeldRefund } from '../../payments/refunds/held-refund-messages.ts'
import type { RefundHoldReason, ReviewRow } from '../../payments/refunds/reviews.ts'
import type { Viewer } from '../../policy/viewer.ts'

export type Review = Operations['decideReview']['response']['payload']
export type ReviewDecisionType = Review['availableDecisions'][number]

const words: Record<
  RefundHoldReason,
  { kind: Review['kind']; title: string; detail: string; availableDecisions: ReviewDecisionType[] }
> = {
  claim: {
    kind: 'refund',
    title: 'Return premium on hold because of a claim',
    detail: 'This term has an open or paid claim. Approve to refund the return premium, or decline to keep it.',
    availableDecisions: ['approve', 'decline'],
  },
  amount: {
    kind: 'refund',
    title: 'Large refund needs review',
    detail:
      'The refund is above the limit of the setting refunds.reviewAbove. Declining keeps it on the policy as credit.',
    availableDecisions: ['approve', 'decline'],
  },
  payment: {
    kind: 'refund',
    title: 'Manual refund requires approval by a second person',
    detail:
      'A refund is reviewed if it is above the limit in the setting refunds.reviewAbove, if it includes premium earned for elapsed days or the minimum earned premium, if the requester recorded the check, or if the term has a claim. If you decline it, the payment stays as it is.',
    availableDecisions: ['approve', 'decline'],
  },
  elapsedDays: {
    kind: 'refund',
    title: 'Return premium for elapsed days requires approval by a second person',
    detail:
      'The change returns premium for days that have passed. Someone other than the requester must approve it. If that person declines, the premium stays on hold.',
    availableDecisions: ['approve', 'decline'],
  },
  transferred: {
    kind: 'refund',
    title: 'Refund of transferred money requires approval by a second person',
    detail:
      'The money was transferred from a policy that lacks it for premium earned on elapsed days. Someone other than the requester must approve the refund. Declining keeps it on the policy as credit.',
    availableDecisions: ['approve', 'decline'],
  },
  check: {
    kind: 'refund',
    title: 'Refund to a check that no one has confirmed',
    detail:
      'The refund would pay the payer of a check that was recorded by hand. Confirm with the bank that the check was received. Someone who is independent of the person who recorded it must approve the refund. Declining keeps it on the policy as credit.',
    availableDecisions: ['approve', 'decline'],
  },
  reinstatement: {
    kind: 'refund',
    title: 'Late payment on hold for a reinstatement',
    detail:
      'The payment arrived after the cancellation and covers the amount needed to reinstate the policy. Accept or decline the reinstatement offer. If it is declined or expires, the payment is refunded.',
    availableDecisions: [],
  },
  newPolicy: {
    kind: 'credit',
    title: 'Refund held for the rewritten policy',
    detail: 'The refund is applied to the new policy first. The rest is refunded to the original payers.',
    availableDecisions: ['transfer', 'refundPayer', 'keepAsCredit'],
  },
}

/** Returns the available decisions for a review. Waiting for a claim is available only while the claim is open. */
export function getAvailableDecisions(
  { hold_reason, state }: Pick<ReviewRow, 'hold_reason' | 'state'>,
  claimIsOpen: boolean,
): ReviewDecisionType[] {
  if (state !== 'open') return []
  return hold_reason === 'claim' && claimIsOpen
    ? [...words[hold_reason].availableDecisions, 'waitForClaim']
    : words[hold_reason].availableDecisions
}

/**
 * Returns the detail text of a review. Agents and insureds see only the general explanation. The reason and the staff
 * note are visible only to staff.
 */
const detailFor = (row: ReviewRow, isStaff: boolean): string => {
  if (isStaff) return row.note ?? [row.request_reason, words[row.hold_reason].detail].filter(Boolean).join(': ')
  return row.state === 'open'
    ? describeHeldRefund({ by: row.hold_reason, cents: row.amount_cents })
    : words[row.hold_reason].title
}

/** Converts a review to the contract's format for a viewer. Decisions are available only to staff with write access. */
export const toReviewResponse = (
  row: ReviewRow,
  { kind, isReadonly }: Pick<Viewer, 'kind' | 'isReadonly'>,
  claimIsOpen: boolean,
): Review => ({
  reviewId: row.review_id,
  kind: words[row.hold_reason].kind,
  state: row.state,
  title: words[row.hold_reason].title,
  detail: detailFor(row, kind === 'internal'),
  waitingFor: row.state === 'open' ? ['staff'] : [],
  availableDecisions: kind === 'internal' && !isReadonly ? getAvailableDecisions(row, claimIsOpen) : [],
  amount: toDollars(row.amount_cents),
  reasonCode: row.reason_code as Review['reasonCode'],
  dueAt: row.state === 'open' && claimIsOpen && row.postponed_until ? `${row.postponed_until}T00:00:00Z` : null,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedByUserName: kind === 'internal' ? row.decided_by : null,
})
