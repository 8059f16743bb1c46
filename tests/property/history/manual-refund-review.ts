import { assertSame, assertStatus } from './assertions.ts'
import { type HistoryContext, reviewAboveCents } from './context.ts'
import type { PolicyModel } from './policy-model.ts'
import { cents } from './random.ts'

interface ManualRefund {
  cents: number
  /** Cents that have left the payment before, by hand, by a cancellation or to another policy. */
  goneCents: number
}

/** Returns whether a manual refund waits for a second person. Throws if a large one does not. */
export function isWaitingForSecondPerson(
  answer: Awaited<ReturnType<HistoryContext['as']>>,
  wish: ManualRefund,
): boolean {
  const isKept = answer.status === 409 && answer.body.errors?.[0]?.code === 'second_person_needed'
  if (wish.cents > reviewAboveCents)
    assertSame(isKept, true, 'whether a large refund by hand waits for a second person')
  if (isKept)
    assertSame(wish.cents + wish.goneCents > reviewAboveCents, true, 'whether what waits is large, its parts together')
  return isKept
}

/** Approves a waiting refund as a second person, or declines it if Stripe rejects it (REF-1). */
export async function approveManualRefund(
  stage: HistoryContext,
  book: PolicyModel,
  wish: ManualRefund,
  isRefused = false,
): Promise<void> {
  const path = `/api/v1/policies/${book.policyNo}/reviews`
  const listed = await stage.as(stage.colleague, `GET ${path}`)
  const kept = (listed.body.payload as { state: string; amount: number; reviewId: string; title: string }[]).filter(
    ({ state, title }) => state === 'open' && title.startsWith('Large manual refund'),
  )
  assertSame(
    kept.map(({ amount }) => cents(amount)),
    [wish.cents],
    `what waits for a second person on ${book.policyNo}`,
  )
  const decide = (move: 'approve' | 'decline') =>
    stage.as(stage.colleague, `POST ${path}/${kept[0]?.reviewId}`, { move, note: 'Looked at twice.' })
  stage.log('  which somebody else agrees to')
  assertStatus(await decide('approve'), isRefused ? 409 : 200)
  if (isRefused) assertStatus(await decide('decline'), 200)
  else book.approvedCents += wish.cents
}
