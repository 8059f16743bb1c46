import { getCredit, getDue, passOn, sendBack } from '../payer-model.ts'
import { approveElapsedReturn, type Book, charge } from './book.ts'
import { answered, same } from './check.ts'
import { checkEmail, checkPosted } from './check-posted.ts'
import { arriveAll } from './move-money.ts'
import { cents, money } from './numbers.ts'
import type { Stage } from './stage.ts'

/** Decides on return premium on hold, as someone other than the requester: refunds, retains or moves it. */
export async function decide(stage: Stage, book: Book): Promise<void> {
  const { as, staff, colleague, oneOf } = stage
  const listed = await as(colleague, `GET /api/v1/policies/${book.policyNo}/reviews`)
  const reviews: { state: string; amount: number; reviewId: string }[] = listed.body.payload
  const open = reviews.filter(({ state }) => state === 'open')
  same(
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
  stage.tell(`${book.policyNo}: staff decide on ${money(review.cents)} held by ${review.heldBy}: ${move}`)
  const decider = book.isFinalizedByColleague && review.cause === 'cancellation' ? staff : colleague
  const answer = await as(decider, `POST /api/v1/policies/${book.policyNo}/reviews/${reviewId}`, {
    move,
    note: 'Looked at twice.',
    ...(move === 'transfer' && { toPolicyNo: to.policyNo }),
  })
  if (move === 'transfer' && getCredit(book) === 0) return answered(answer, 409)
  answered(answer, 200)
  let movedCents = 0
  book.reviews.splice(book.reviews.indexOf(review), 1)
  if (move === 'approve' || move === 'refundPayer') {
    book.approvedCents += review.cents
    if (review.heldBy === 'elapsedDays') approveElapsedReturn(book)
    if (review.change) {
      charge(book, review.change, stage.today)
      book.earningCents += review.change.premium
      book.ended = review.change
      await checkPosted(stage, book, `C${review.reason}`, review.change)
    }
    movedCents = Math.min(review.cents, getCredit(book))
    sendBack(book, movedCents)
  } else if (move === 'decline' && review.heldBy === 'elapsedDays') {
    book.declinedCents += review.cents
  } else if (move === 'transfer') {
    movedCents = Math.min(review.cents, getCredit(book))
    await arriveAll(stage, book, to, passOn(book, movedCents))
  }
  await checkEmail(stage, book, 'refund-decided', {
    heldCents: review.cents,
    movedCents,
    dueCents: Math.max(0, getDue(book)),
  })
}
