import type { Operations } from '../../generated/operations.ts'
import { toDollars } from '../../http/money.ts'
import type { HeldBy, ReviewRow } from './store.ts'

export type Review = Operations['decideReview']['answer']['payload']
export type Move = Review['moves'][number]

const words: Record<HeldBy, { kind: Review['kind']; title: string; detail: string; moves: Move[] }> = {
  claim: {
    kind: 'refund',
    title: 'A claim holds back the return premium',
    detail: 'A claim was paid in the term. Approving returns the unearned premium; declining keeps it.',
    moves: ['approve', 'decline'],
  },
  amount: {
    kind: 'refund',
    title: 'A large refund waits for a second look',
    detail:
      'The refund is above the limit of the setting refunds.reviewAbove. Declining keeps it on the policy as credit.',
    moves: ['approve', 'decline'],
  },
  newPolicy: {
    kind: 'credit',
    title: 'The money of a rewritten policy waits for the new one',
    detail: 'It goes to the new policy first. What it does not need goes back to whoever paid.',
    moves: ['transfer', 'refundPayer', 'keepAsCredit'],
  },
}

export const movesOf = ({ held_by, state }: Pick<ReviewRow, 'held_by' | 'state'>): Move[] =>
  state === 'open' ? words[held_by].moves : []

/** A review as the contract shows it; `mayDecide` says whether its reader is offered the moves. */
export const presentReview = (row: ReviewRow, mayDecide: boolean): Review => ({
  reviewId: row.review_id,
  kind: words[row.held_by].kind,
  state: row.state,
  title: words[row.held_by].title,
  detail: row.note ?? words[row.held_by].detail,
  waitingFor: row.state === 'open' ? ['staff'] : [],
  moves: mayDecide ? movesOf(row) : [],
  amount: toDollars(row.amount_cents),
  reasonCode: row.reason_code as Review['reasonCode'],
  dueAt: null,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedByUserName: row.decided_by,
})
