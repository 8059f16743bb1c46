import { sendRefund } from '@tideline/api/payments/refunds/refund.ts'
import { getReceived, type Paid } from '../payer-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { type HistoryContext, reviewAboveCents } from './context.ts'
import { getEarnedCents, type PolicyModel } from './policy-model.ts'
import { cents, sum } from './random.ts'

interface ManualRefund {
  payment: Paid
  cents: number
  /** A claim of the term holds it, whatever it is for. */
  isHeld: boolean
}

/** What a policy lacks of what its elapsed days earned. */
const lackedBy = (book: PolicyModel) => Math.max(0, getEarnedCents(book) - getReceived(book))

/** What the policy has to keep, unless two people agree: what it earned, and money of other policies that lack what they earned. */
function getToKeep({ books }: HistoryContext, book: PolicyModel): number {
  const moved = book.payments.filter(({ isMoved, isReturned: isGone }) => isMoved && !isGone)
  const others = books.filter((other) => other !== book)
  return sum([
    getEarnedCents(book),
    ...others.map((other) => {
      const here = moved.filter(({ cameBy }) => cameBy && other.payments.includes(cameBy))
      return Math.min(lackedBy(other), Math.max(0, sum(here.map((one) => one.originalCents - (one.movedCents ?? 0)))))
    }),
  ])
}

/** Return premium for elapsed days that nobody else approved: a policy with it keeps more than its days alone earned. */
const hasWithheld = ({ reviews, declinedCents }: PolicyModel) =>
  declinedCents > 0 || reviews.some(({ heldBy }) => heldBy === 'elapsedDays')

/**
 * Whether one person's refund by hand was held for a second one. It has to be where it is large, with what was refunded of the payment
 * before; where a claim holds it; and where it takes what elapsed days earned (REF-9).
 */
export function checkSecondPerson(
  stage: HistoryContext,
  book: PolicyModel,
  answer: Awaited<ReturnType<HistoryContext['as']>>,
  { payment, cents, isHeld }: ManualRefund,
): boolean {
  const isKept = answer.status === 409 && answer.body.errors?.[0]?.code === 'second_person_needed'
  const isLarge = payment.refundedCents + cents > reviewAboveCents
  const toKeep = getToKeep(stage, book)
  const takesEarned = toKeep > 0 && getReceived(book) - cents < toKeep
  if (isLarge || isHeld || takesEarned || !stage.books.some(hasWithheld))
    assertSame(isKept, isLarge || isHeld || takesEarned, 'whether a refund by hand waits for a second person')
  return isKept
}

/** Somebody else approves what was held. Where Stripe rejects the refund, the money stays. */
export async function approveManualRefund(
  stage: HistoryContext,
  book: PolicyModel,
  wish: ManualRefund,
  isRejected = false,
): Promise<void> {
  const path = `/api/v1/policies/${book.policyNo}/reviews`
  const listed = await stage.as(stage.colleague, `GET ${path}`)
  const kept = (listed.body.payload as { state: string; amount: number; reviewId: string; title: string }[]).filter(
    ({ state, title }) => state === 'open' && title.startsWith('Manual refund'),
  )
  assertSame(
    kept.map(({ amount }) => cents(amount)),
    [wish.cents],
    `what waits for a second person on ${book.policyNo}`,
  )
  const body = { move: 'approve', note: 'Looked at twice.' }
  stage.log('  which somebody else agrees to')
  assertStatus(await stage.as(stage.colleague, `POST ${path}/${kept[0]?.reviewId}`, body), 200)
  const { policy_payment_id: refundId } = await stage.db
    .selectFrom('payments')
    .select('policy_payment_id')
    .where('refund_review_id', '=', String(kept[0]?.reviewId))
    .executeTakeFirstOrThrow()
  await sendRefund(stage.job('send-refund'), refundId)
  const { status } = await stage.db
    .selectFrom('payments')
    .select('status')
    .where('policy_payment_id', '=', refundId)
    .executeTakeFirstOrThrow()
  // A bank takes a refund days later.
  const isFailed = status !== 'processing' && status !== 'refunded'
  assertSame(isFailed, isRejected, 'whether the refund failed')
  if (isRejected) return
  book.approvedCents += wish.cents
  book.heldCents -= wish.cents
}
