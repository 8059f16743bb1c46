import { describe, expect, it } from 'vitest'
import type { ReviewRow } from '../../payments/refunds/reviews.ts'
import { getAvailableDecisions, toReviewResponse } from './review-response.ts'

const row = {
  ...{ review_id: 'r1', hold_reason: 'claim', state: 'open', amount_cents: 47_200, reason_code: '12' },
  ...{ note: null, request_reason: null, postponed_until: '2026-12-20', created_at: new Date('2026-11-20T15:00:00Z') },
  ...{ decided_at: null, decided_by: null },
} as unknown as ReviewRow
const decided: ReviewRow = {
  ...row,
  state: 'done',
  decided_at: new Date('2026-11-21T15:00:00Z'),
  decided_by: 'Sam Staff',
}
const staff = { kind: 'internal', isReadonly: false } as const
const agent = { kind: 'agent', isReadonly: false } as const

describe('getAvailableDecisions', () => {
  it.each([
    ['claim', ['approve', 'decline']],
    ['amount', ['approve', 'decline']],
    ['payment', ['approve', 'decline']],
    ['elapsedDays', ['approve', 'decline']],
    ['transferred', ['approve', 'decline']],
    ['check', ['approve', 'decline']],
    ['reinstatement', []],
    ['newPolicy', ['transfer', 'refundPayer', 'keepAsCredit']],
  ] as const)('returns the available decisions for hold reason %s', (hold_reason, availableDecisions) => {
    expect(getAvailableDecisions({ hold_reason, state: 'open' }, false)).toEqual(availableDecisions)
    expect(getAvailableDecisions({ hold_reason, state: 'done' }, false)).toEqual([])
  })

  it('lets staff wait for the claim result only while the claim is open', () => {
    expect(getAvailableDecisions({ hold_reason: 'claim', state: 'open' }, true)).toEqual([
      'approve',
      'decline',
      'waitForClaim',
    ])
    expect(getAvailableDecisions({ hold_reason: 'amount', state: 'open' }, true)).toEqual(['approve', 'decline'])
  })
})

describe('toReviewResponse', () => {
  it('shows staff the decisions and due date of an open review', () => {
    expect(toReviewResponse(row, staff, true)).toEqual({
      ...{ reviewId: 'r1', kind: 'refund', state: 'open', amount: 472, reasonCode: '12', waitingFor: ['staff'] },
      title: 'Return premium on hold because of a claim',
      detail: 'This term has an open or paid claim. Approve to refund the return premium, or decline to keep it.',
      availableDecisions: ['approve', 'decline', 'waitForClaim'],
      ...{ dueAt: '2026-12-20T00:00:00Z', createdAt: '2026-11-20T15:00:00.000Z' },
      ...{ decidedAt: null, decidedByUserName: null },
    })
  })

  it('shows staff when and by whom a review was decided, without decisions', () => {
    expect(toReviewResponse(decided, staff, true)).toMatchObject({
      ...{ state: 'done', waitingFor: [], availableDecisions: [], dueAt: null },
      ...{ decidedAt: '2026-11-21T15:00:00.000Z', decidedByUserName: 'Sam Staff' },
    })
  })

  it('shows a due date only while the claim is open and only if a date is set', () => {
    expect(toReviewResponse(row, staff, false).dueAt).toBeNull()
    expect(toReviewResponse({ ...row, postponed_until: null }, staff, true).dueAt).toBeNull()
  })

  it('shows decisions only to staff with write access', () => {
    expect(toReviewResponse(row, { ...staff, isReadonly: true }, true).availableDecisions).toEqual([])
    expect(toReviewResponse(row, agent, true).availableDecisions).toEqual([])
  })

  it('shows staff the note, or the refund request with an explanation if there is no note', () => {
    const getDetail = (changes: Partial<ReviewRow>) => toReviewResponse({ ...row, ...changes }, staff, true).detail
    expect(getDetail({ note: 'Wait for the adjuster.' })).toBe('Wait for the adjuster.')
    expect(getDetail({ request_reason: 'Refund to the bank' })).toMatch(
      /^Refund to the bank: This term has an open or paid claim/,
    )
  })

  it('hides the note and the decision maker from agents', () => {
    const noted = { note: 'Suspected fraud' }
    expect(toReviewResponse({ ...row, ...noted }, agent, true).detail).toMatch(
      /^\$472\.00 is on hold because of a claim/,
    )
    expect(toReviewResponse({ ...decided, ...noted }, agent, true)).toMatchObject({
      ...{ detail: 'Return premium on hold because of a claim', decidedByUserName: null },
    })
  })

  it.each([
    ['amount', 'refund', 'Large refund needs review'],
    ['payment', 'refund', 'Manual refund requires approval by a second person'],
    ['elapsedDays', 'refund', 'Return premium for elapsed days requires approval by a second person'],
    ['transferred', 'refund', 'Refund of transferred money requires approval by a second person'],
    ['check', 'refund', 'Refund to a check that no one has confirmed'],
    ['reinstatement', 'refund', 'Late payment on hold for a reinstatement'],
    ['newPolicy', 'credit', 'Refund held for the rewritten policy'],
  ] as const)('returns the kind and title for hold reason %s', (hold_reason, kind, title) => {
    expect(toReviewResponse({ ...row, hold_reason }, staff, true)).toMatchObject({ kind, title })
  })
})
