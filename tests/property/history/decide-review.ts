import { getDue, getReceived, moveMoney, refundInProportion, refundPayment } from '../payer-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { checkEmail, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { addMovedPayments } from './move-money.ts'
import { approveElapsedReturn, charge, type PolicyModel } from './policy-model.ts'
import { cents, money } from './random.ts'
import { getCreditFor } from './release-credit.ts'

/** Decides on return premium on hold, as someone other than the requester: refunds, retains or moves it. */
export async function decideReview(stage: HistoryContext, book: PolicyModel): Promise<void> {
  const { as, staff, colleague, oneOf } = stage
  const listed = await as(colleague, `GET /api/v1/policies/${book.policyNo}/reviews`)
  const reviews: { state: string; amount: number; reviewId: string }[] = listed.body.payload
  const open = reviews.filter(({ state }) => state === 'open')
  assertSame(
    open.map(({ amount }) => cents(amount)).toSorted(),
    book.reviews.map((review) => review.cents).toSorted(),
    `what waits for staff on ${book.policyNo}`,
  )
  const review = oneOf(book.reviews)
  const { reviewId } = open.find(({ amount }) => cents(amount) === review.cents) ?? {}
  const to = oneOf(stage.books.filter((other) => other !== book))
  const move = oneOf(
    review.heldBy === 'newPolicy' ? ['transfer', 'refundPayer', 'keepAsCredit'] : ['approve', 'approve', 'decline'],
  )
  stage.log(`${book.policyNo}: staff decide on ${money(review.cents)} held by ${review.heldBy}: ${move}`)
  const decider = book.isFinalizedByColleague && review.cause === 'cancellation' ? staff : colleague
  const answer = await as(decider, `POST /api/v1/policies/${book.policyNo}/reviews/${reviewId}`, {
    move,
    note: 'Looked at twice.',
    ...(move === 'transfer' && { toPolicyNo: to.policyNo }),
  })
  if (move === 'transfer' && getCreditFor(book, review) === 0) return assertStatus(answer, 409)
  assertStatus(answer, 200)
  let movedCents = 0
  book.reviews.splice(book.reviews.indexOf(review), 1)
  if (move === 'approve' || move === 'refundPayer') {
    if (review.elapsedPremium) approveElapsedReturn(book, review.elapsedPremium)
    if (review.change) {
      charge(book, review.change, stage.today)
      book.earningCents += review.change.premium
      book.ended = review.change
      await checkPosted(stage, book, `C${review.reason}`, review.change)
    }
    const { payment } = review
    const most = payment ? Math.max(0, payment.leftCents) : getReceived(book)
    movedCents = Math.min(review.cents, getCreditFor(book, review), most)
    if (payment) refundPayment(book, payment, movedCents)
    else refundInProportion(book, movedCents)
    book.approvedCents += movedCents
  } else if (move === 'decline' && review.heldBy === 'elapsedDays') {
    book.declinedCents += review.cents
  } else if (move === 'transfer') {
    movedCents = Math.min(review.cents, getCreditFor(book, review))
    await addMovedPayments(stage, book, to, moveMoney(book, movedCents))
  }
  await checkEmail(stage, book, 'refund-decided', {
    heldCents: review.cents,
    movedCents,
    dueCents: Math.max(0, getDue(book)),
  })
}
