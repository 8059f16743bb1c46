import type { Operations } from '../../generated/operations.ts'
import { toDollars } from '../../http/money.ts'
import type { HeldBy, ReviewRow } from '../../payments/refunds/reviews.ts'
import type { Viewer } from '../../policy/viewer.ts'
import { heldWords } from '../cancel/money-words.ts'

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
  payment: {
    kind: 'refund',
    title: 'A large refund by hand waits for a second person',
    detail: 'The refund is above the limit of the setting refunds.reviewAbove. Declining leaves the payment as it is.',
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

/** Agents and insureds read what the mail tells; why staff decided so is a private note, and who did stays in the house. */
const detailFor = (row: ReviewRow, isStaff: boolean): string => {
  if (isStaff) return row.note ?? [row.wish, words[row.held_by].detail].filter(Boolean).join(': ')
  return row.state === 'open' ? heldWords({ by: row.held_by, cents: row.amount_cents }) : words[row.held_by].title
}

/** A review as the contract shows it to a viewer; staff who may write are offered the moves. */
export const presentReview = (row: ReviewRow, { kind, isReadonly }: Pick<Viewer, 'kind' | 'isReadonly'>): Review => ({
  reviewId: row.review_id,
  kind: words[row.held_by].kind,
  state: row.state,
  title: words[row.held_by].title,
  detail: detailFor(row, kind === 'internal'),
  waitingFor: row.state === 'open' ? ['staff'] : [],
  moves: kind === 'internal' && !isReadonly ? movesOf(row) : [],
  amount: toDollars(row.amount_cents),
  reasonCode: row.reason_code as Review['reasonCode'],
  dueAt: null,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedByUserName: kind === 'internal' ? row.decided_by : null,
})
